import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from './commands.ts'
import { runBatch } from './under-load.ts'

const MEGABYTE = 1_000_000
const times = (text: string, size = 20 * MEGABYTE): string => text.repeat(Math.ceil(size / text.length))

/** What took longest, or most memory, when uploads were read in the thread of batches. */
const WORST: readonly (() => string)[] = [
  () => `nombre;x\n${times('"a', 900_000)}`,
  () => `nombre;x\n${times('"a\n')}`,
  () => `nombre${';nombre'.repeat(49)}\n${times(`${'ñ'.repeat(1_900)};`)}\n`,
  () => `[{"nombre":"ANA",${Array.from({ length: 999 }, (_, i) => `"k${i}":1`).join(',')}},${times('{},')}{}]`,
  () => `nombre;x\n${times('Ã©', 900_000)};1\nANA;2\n`,
  () => `nombre;x\n${'ANA "LA" DIAZ;2\n'.repeat(9_999)}`,
]

const BATCHES = 5
const QUESTIONS = 600

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Alone and beside an account that previews and starts the worst files, as many as it may at a time. Ends the server. */
export const measureWorstUploads = async (
  server: Server,
  keys: { own: string; hostile: string },
  thousandRows: string,
): Promise<{ batchRatio: number; p99Ratio: number; stopSeconds: number; sent: number }> => {
  const headers = { authorization: keys.own }
  const measure = async (round: string): Promise<{ batch: number; question: number }> => {
    const [batches, questions]: [number[], number[]] = [[], []]
    for (let i = 0; i < BATCHES; i++) {
      const began = performance.now()
      await runBatch(server.url, headers, thousandRows)
      batches.push(performance.now() - began)
    }
    for (let i = 0; i < QUESTIONS; i++) {
      const began = performance.now()
      await (await fetch(`${server.url}/api/aml?nombre=${round}%20PERSONA%20${i}`, { headers })).arrayBuffer()
      questions.push(performance.now() - began)
      await pause(2)
    }
    return { batch: median(batches), question: p99(questions) }
  }
  await measure('PRIMERA')
  const alone = await measure('SOLA')
  let [isSending, sent] = [true, 0]
  const files = WORST.map((make) => Buffer.from(make()))
  const send = async (first: number): Promise<void> => {
    for (let i = first; isSending; i++) {
      const path = i % 2 === 0 ? '/api/lotes/vista' : '/api/lotes'
      const body = files[i % files.length] as Buffer
      const reply = fetch(`${server.url}${path}?tipo=aml`, {
        method: 'POST',
        headers: { authorization: keys.hostile },
        body,
      })
      await reply.then((answer) => answer.arrayBuffer()).catch(() => pause(100))
      sent++
    }
  }
  const senders = [0, 1, 2, 3].map(send)
  const beside = await measure('ACOMPANADA')
  const began = performance.now()
  await server.stop()
  const stopSeconds = (performance.now() - began) / 1_000
  isSending = false
  await Promise.all(senders)
  return { batchRatio: beside.batch / alone.batch, p99Ratio: beside.question / alone.question, stopSeconds, sent }
}
