import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readSync } from 'node:fs'

/** Runs a script of this folder in a process of its own and returns what it sent. */
export const runStep = async <Result>(script: string, args: string[]): Promise<Result> => {
  const child = fork(new URL(script, import.meta.url), args)
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`))),
  ])) as [Result]
  if (child.exitCode === null) await once(child, 'exit')
  return result
}

const PIECE_BYTES = 16 << 20

/** The measure of comparison: decode the text as Latin-1 and split it into lines and cells, once, in one thread. */
export const splitText = (path: string): { ms: number; cells: number } => {
  const fd = openSync(path, 'r')
  const buffer = Buffer.alloc(PIECE_BYTES)
  const started = performance.now()
  let cells = 0
  let rest = ''
  for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) {
    const lines = (rest + buffer.toString('latin1', 0, read)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) cells += line.split('|').length
  }
  closeSync(fd)
  return { ms: performance.now() - started, cells }
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
