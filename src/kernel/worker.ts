import { extname } from 'node:path'
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from './errors.ts'

/** What a worker can be asked to do, by name. Tasks of one worker run one after the other. */
export type Tasks = Record<string, (input: never) => unknown>

export type TaskInput<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
export type TaskResult<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>

/** A thread that runs tasks. `run` rejects with the task's error, or with the reason why the thread ended. */
export interface TaskWorker<T extends Tasks> {
  run<Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>): Promise<TaskResult<T, Name>>
  /** Ends the thread; tasks under way are rejected. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** Given to the thread as `workerData`. */
  data?: unknown
  /** Receives what the thread emits while it works. */
  onEvent?: ((event: never) => void) | undefined
  /** Called once when the thread ends without `stop`. */
  onExit?: ((error: Error) => void) | undefined
  resourceLimits?: ResourceLimits
  /** True: the thread keeps the process alive only while a task runs. */
  background?: boolean
}

interface TaskMessage {
  task: string
  input: unknown
}

type WorkerMessage =
  | { kind: 'event'; event: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: WrittenError }

/** An error in the form in which it crosses threads: structured clone would drop its class and code. */
type WrittenError = { cause: WrittenError | null; message: string; stack: string | undefined } & (
  | { failure: FailureKind; facts: { detail?: string; campo?: string; retryAfterMs?: number } }
  | { failure: null; name: string; code: string | number | undefined }
)

/** The script of a worker beside the calling module: `.ts` in a checkout, `.js` once compiled. */
export const workerScript = (path: string, moduleUrl: string): URL => new URL(`${path}${extname(moduleUrl)}`, moduleUrl)

/** Starts a thread that runs `script`, which must call `serveTasks`. */
export const startWorker = <T extends Tasks>(script: URL, options: WorkerOptions = {}): TaskWorker<T> => {
  const { data, onEvent, onExit, resourceLimits, background = false } = options
  // Flags of the main program (`--eval`, `--import`) are not meant for its threads.
  const thread = new Worker(script, { workerData: data, execArgv: [], ...(resourceLimits && { resourceLimits }) })
  if (background) thread.unref()
  const pending: PromiseWithResolvers<unknown>[] = []
  let ended: Error | null = null

  const settle = (): PromiseWithResolvers<unknown> | undefined => {
    const first = pending.shift()
    if (background && pending.length === 0) thread.unref()
    return first
  }
  const end = (error: Error): void => {
    if (ended) return
    ended = error
    for (const { reject } of pending.splice(0)) reject(error)
    onExit?.(error)
  }

  thread.on('message', (message: WorkerMessage) => {
    if (message.kind === 'event') onEvent?.(message.event as never)
    else if (message.kind === 'result') settle()?.resolve(message.result)
    else settle()?.reject(readError(message.error))
  })
  // A result that cannot be read here must not leave its task waiting.
  thread.on('messageerror', (error) => settle()?.reject(error))
  thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  thread.on('exit', (code) => end(new Error(`the worker thread ended with ${code}`)))

  return {
    run: <Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>) => {
      if (ended) return Promise.reject(ended)
      try {
        thread.postMessage({ task, input } satisfies TaskMessage)
      } catch (error) {
        // The input cannot be cloned.
        return Promise.reject(error)
      }
      const asked = Promise.withResolvers<unknown>()
      pending.push(asked)
      if (background) thread.ref()
      return asked.promise as Promise<TaskResult<T, Name>>
    },
    stop: async () => {
      const stopped = new Error('the worker thread was stopped')
      for (const { reject } of pending.splice(0)) reject(stopped)
      ended ??= stopped
      await thread.terminate()
    },
  }
}

/** The same tasks in the calling thread, for work too small to start another one. Tasks that wait may overlap. */
export const inlineWorker = <T extends Tasks>(tasks: T): TaskWorker<T> => ({
  run: <Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>) =>
    new Promise<TaskResult<T, Name>>((resolve) =>
      resolve(runTask(tasks, { task, input }) as TaskResult<T, Name> | Promise<TaskResult<T, Name>>),
    ),
  stop: async () => undefined,
})

/** In the thread: runs the tasks that arrive, in their order. `emit` sends events to `onEvent` meanwhile. */
export const serveTasks = (openTasks: (emit: (event: unknown) => void) => Tasks): void => {
  const send = (message: WorkerMessage): void => parentPort?.postMessage(message)
  const tasks = openTasks((event) => send({ kind: 'event', event }))
  let previous: Promise<void> = Promise.resolve()
  const answer = async (message: TaskMessage): Promise<void> => {
    try {
      send({ kind: 'result', result: await runTask(tasks, message) })
    } catch (error) {
      send({ kind: 'error', error: writeError(error) })
    }
  }
  parentPort?.on('message', (message: TaskMessage) => {
    previous = previous.then(() => answer(message))
  })
}

const runTask = (tasks: Tasks, { task, input }: TaskMessage): unknown =>
  (tasks[task] as (input: unknown) => unknown)(input)

const writeError = (thrown: unknown): WrittenError => {
  const error: Error & { code?: unknown } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack, name, code } = error
  const cause = error.cause === undefined ? null : writeError(error.cause)
  if (!(error instanceof Failure)) {
    const isPlain = typeof code === 'string' || typeof code === 'number'
    return { failure: null, cause, message, stack, name, code: isPlain ? code : undefined }
  }
  const { kind, detail, campo, retryAfterMs } = error
  const facts = {
    ...(detail !== undefined && { detail }),
    ...(campo !== undefined && { campo }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  return { failure: kind, cause, message, stack, facts }
}

const readError = (written: WrittenError): Error => {
  const { message, stack } = written
  const cause = written.cause ? { cause: readError(written.cause) } : {}
  const error = written.failure
    ? new Failure(written.failure, message, { ...written.facts, ...cause })
    : Object.assign(new Error(message, cause), {
        name: written.name,
        ...(written.code !== undefined && { code: written.code }),
      })
  if (stack !== undefined) error.stack = stack
  return error
}
