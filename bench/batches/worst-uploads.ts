import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Server } from './commands.ts'
import { runBatch } from './under-load.ts'

const SENDER = fileURLToPath(new URL('./send-worst.ts', import.meta.url))
const BATCHES = 5
const QUESTIONS = 600

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Batches and single questions of an account, alone and beside one that sends the worst files. Ends the server. */
export const measureWorstUploads = async (
  server: Server,
  keys: { own: string; hostile: string },
  thousandRows: string,
): Promise<{ batchRatio: number; p99Ratio: number; stopSeconds: number }> => {
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
  // A process of its own: what it sends must not hold up what is measured here.
  const sender = spawn(process.execPath, [SENDER, server.url, keys.hostile], { stdio: 'ignore' })
  const sent = once(sender, 'exit')
  const beside = await measure('ACOMPANADA')
  const began = performance.now()
  await server.stop()
  const stopSeconds = (performance.now() - began) / 1_000
  await sent
  return { batchRatio: beside.batch / alone.batch, p99Ratio: beside.question / alone.question, stopSeconds }
}
