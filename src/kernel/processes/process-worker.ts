import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type Outcome, openQuestions, type TaskInput, type TaskResult, type Tasks, type TaskWorker } from '../worker.ts'

export interface ProcessOptions {
  /** Given to the process as JSON, its first argument. */
  data: unknown
  /** Called once when the process ends without `stop`. */
  onExit(error: Error): void
}

/**
 * Starts a process that runs `script`, which must call `serveTasks`. Unlike a thread it shares neither the threads that collect
 * garbage nor those that read files: what it does takes no time of them. It ends with this process.
 */
export const startProcess = <T extends Tasks>(script: URL, { data, onExit }: ProcessOptions): TaskWorker<T> => {
  const compiledCode = getCompileCacheDir()
  const child = fork(script, [JSON.stringify(data)], {
    execArgv: [],
    // It gets no setting of ours and no secret, and writes nowhere: an error may quote what somebody sent.
    env: compiledCode ? { NODE_COMPILE_CACHE: dirname(compiledCode) } : {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const asked = openQuestions((message) => child.send({ kind: 'task', ...message }, () => {}))
  let ended: Error | null = null
  const end = (error: Error): void => {
    if (ended) return
    ended = error
    asked.rejectAll(error)
    onExit(error)
  }
  child.on('message', (outcome) => asked.settle(outcome as Outcome))
  child.on('error', end)
  child.on('exit', (code, signal) => end(new Error(`the process ended with ${signal ?? code}`)))

  return {
    run: <Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>) =>
      ended ? Promise.reject(ended) : (asked.ask(task, input) as Promise<TaskResult<T, Name>>),
    stop: async () => {
      ended ??= new Error('the process was stopped')
      asked.rejectAll(ended)
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** In a process that `startProcess` started, before anything else: what it was given. */
export const openProcess = (): unknown => {
  // Signals to a whole group are for the process that started this one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  return JSON.parse(process.argv[2] as string)
}
