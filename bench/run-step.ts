import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Runs a script in a process of its own, where nothing is loaded or warm, and returns what it sent. */
export const runStep = async <Result>(script: URL, args: string[], execArgv: string[] = []): Promise<Result> => {
  const child = fork(script, args, { execArgv })
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script.pathname} ended with ${code}`))),
  ])) as [Result]
  if (child.exitCode === null) await once(child, 'exit')
  return result
}
