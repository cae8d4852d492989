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

const QUESTIONS = 2_000
const PACE_MS = 2

const p99 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

/**
 * The 99th percentile of single questions alone and while a batch runs, in one run. Questions come at a steady pace, each
 * by a name that no other has, so that none is answered from memory. Batches are sent one after the other until all
 * questions were asked.
 */
export const measureUnderLoad = async ({ url, key }: Service, file: string, rows: number): Promise<UnderLoad> => {
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
  await ask('CALENTAMIENTO')
  const alone = await ask('SOLA')
  let isAsking = true
  const batches = (async (): Promise<number> => {
    let [checked, seconds] = [0, 0]
    do {
      const began = performance.now()
      await runBatch(url, headers, file)
      seconds += (performance.now() - began) / 1000
      checked += rows
    } while (isAsking)
    return checked / seconds
  })()
  const during = await ask('ACOMPANADA')
  isAsking = false
  const [aloneP99Ms, duringP99Ms] = [p99(alone), p99(during)]
  return { aloneP99Ms, duringP99Ms, ratio: duringP99Ms / aloneP99Ms, rowsPerSecond: await batches }
}

const runBatch = async (url: string, headers: Record<string, string>, body: string): Promise<void> => {
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
