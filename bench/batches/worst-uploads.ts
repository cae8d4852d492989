import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Server } from './commands.ts'
import { runBatch } from './under-load.ts'

const SENDER = fileURLToPath(new URL('./send-worst.ts', import.meta.url))
/** Rounds alternate, so that both sides see the same machine; the first one warms the threads up. */
const ROUNDS = 12
const QUESTIONS = 300
const SETTLE_MS = 1_000

interface Times {
  batches: number[]
  questions: number[]
}

const at = (share: number, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** Batches and single questions of an account, alone and beside one that sends the worst files. Ends the server. */
export const measureWorstUploads = async (
  server: Server,
  keys: { own: string; hostile: string },
  thousandRows: string,
): Promise<{ batchMs: number[]; p99Ms: number[]; stopSeconds: number }> => {
  const headers = { authorization: keys.own }
  const measure = async (name: string, { batches, questions }: Times): Promise<void> => {
    const began = performance.now()
    await runBatch(server.url, headers, thousandRows)
    batches.push(performance.now() - began)
    for (let i = 0; i < QUESTIONS; i++) {
      const asked = performance.now()
      await (await fetch(`${server.url}/api/aml?nombre=${name}%20PERSONA%20${i}`, { headers })).arrayBuffer()
      questions.push(performance.now() - asked)
      await pause(2)
    }
  }
  // A process of its own, which others come before: it stands for a caller on another machine.
  const sender = spawn('nice', ['-n', '19', process.execPath, SENDER, server.url, keys.hostile], { stdio: 'ignore' })
  const sent = once(sender, 'exit')
  const alone: Times = { batches: [], questions: [] }
  const beside: Times = { batches: [], questions: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    await signal(sender, 'SIGSTOP')
    await measure(`SOLA ${round}`, round === 0 ? { batches: [], questions: [] } : alone)
    await signal(sender, 'SIGCONT')
    await measure(`ACOMPANADA ${round}`, round === 0 ? { batches: [], questions: [] } : beside)
  }
  const began = performance.now()
  await server.stop()
  const stopSeconds = (performance.now() - began) / 1_000
  await sent
  return {
    batchMs: [alone, beside].map(({ batches }) => at(0.5, batches)),
    p99Ms: [alone, beside].map(({ questions }) => at(0.99, questions)),
    stopSeconds,
  }
}

/** What was sent before is read meanwhile. */
const signal = async (sender: ChildProcess, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  sender.kill(name)
  await pause(SETTLE_MS)
}
