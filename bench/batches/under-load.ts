import { setTimeout as pause } from 'node:timers/promises'

/** A running service with a key of its own. */
interface Service {
  url: string
  key: string
}

interface UnderLoad {
  aloneP99Ms: number
  duringP99Ms: number
  ratio: number
  rowsPerSecond: number
}

/** Rounds alternate, so that both sides see the same machine; the first one warms the threads up. */
const ROUNDS = 6
const QUESTIONS = 600
const PACE_MS = 2

const p99 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

/**
 * The 99th percentile of single questions alone and while a batch runs, in turn. Questions come at a steady pace, each by a
 * name that no other has, so that none is answered from memory. Batches are sent one after the other until all questions
 * of the round were asked, each with a file of its own.
 */
export const measureUnderLoad = async (
  { url, key }: Service,
  files: readonly string[],
  rows: number,
): Promise<UnderLoad> => {
  const headers = { authorization: key }
  const ask = async (round: string): Promise<number[]> => {
    const times: number[] = []
    const asked: Promise<void>[] = []
    for (let i = 0; i < QUESTIONS; i++) {
      const began = performance.now()
      const question = fetch(`${url}/api/aml?nombre=${round}%20PERSONA%20${i}`, { headers }).then(async (reply) => {
        if (reply.status !== 200) throw new Error(`a single question was answered ${reply.status}`)
        await reply.arrayBuffer()
        times.push(performance.now() - began)
      })
      asked.push(question)
      await pause(PACE_MS)
    }
    await Promise.all(asked)
    return times
  }
  const alone: number[] = []
  const during: number[] = []
  let [sent, seconds] = [0, 0]
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await ask(`SOLA ${round}`)
    let isAsking = true
    const batches = (async (): Promise<void> => {
      do {
        const began = performance.now()
        await runBatch(url, headers, files[sent++ % files.length] as string)
        seconds += (performance.now() - began) / 1000
      } while (isAsking)
    })()
    const beside = await ask(`ACOMPANADA ${round}`)
    isAsking = false
    await batches
    if (round === 0) continue
    alone.push(...own)
    during.push(...beside)
  }
  const [aloneP99Ms, duringP99Ms] = [p99(alone), p99(during)]
  return { aloneP99Ms, duringP99Ms, ratio: duringP99Ms / aloneP99Ms, rowsPerSecond: (sent * rows) / seconds }
}

/** Sends a file and waits until its batch has ended. */
export const runBatch = async (url: string, headers: Record<string, string>, body: string): Promise<void> => {
  const created = await fetch(`${url}/api/lotes?tipo=aml`, { method: 'POST', headers, body })
  if (created.status !== 202) throw new Error(`the batch was answered ${created.status}`)
  const { data } = (await created.json()) as { data: { id: string } }
  for (let estado = ''; estado !== 'terminado'; await pause(50)) {
    const found = (await (await fetch(`${url}/api/lotes/${data.id}`, { headers })).json()) as {
      data: { estado: string }
    }
    estado = found.data.estado
  }
  await fetch(`${url}/api/lotes/${data.id}`, { method: 'DELETE', headers })
}
