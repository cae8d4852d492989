import { extname } from 'node:path'
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { readError, type WrittenError, writeError } from './written-error.ts'

/** What a worker can be asked to do, by name. Tasks of one worker run one after the other, unless it says otherwise. */
export type Tasks = Record<string, (input: never) => unknown>

export type TaskInput<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
export type TaskResult<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>

/** A thread that runs tasks. `run` rejects with the task's error, or with the reason why the thread ended. */
export interface TaskWorker<T extends Tasks> {
  run<Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>): Promise<TaskResult<T, Name>>
  /** Ends the thread; tasks under way are rejected. */
  stop(): Promise<void>
}

/** A task worker that is a thread of this process. */
export interface TaskThread<T extends Tasks> extends TaskWorker<T> {
  /** The processor time that it has had, also while it is busy. */
  workedMs(): Promise<number>
}

export interface WorkerOptions {
  /** Given to the thread as `workerData`. */
  data?: unknown
  /** Receives what the thread emits while it works. */
  onEvent?: ((event: never) => void) | undefined
  /** Called once when the thread ends without `stop`. */
  onExit?: ((error: Error) => void) | undefined
  /** What the thread may ask of this one. Its questions are answered side by side. */
  answers?: Tasks | undefined
  resourceLimits?: ResourceLimits
  /** True: the thread keeps the process alive only while a task runs. */
  background?: boolean
}

export interface TaskMessage {
  id: number
  task: string
  input: unknown
}

/** How a task ended, for whoever asked for it. */
export type Outcome = { id: number } & ({ result: unknown } | { error: WrittenError })

type ToThread = ({ kind: 'task' } & TaskMessage) | ({ kind: 'answer' } & Outcome) | { kind: 'end' }
type ToParent = { kind: 'event'; event: unknown } | ({ kind: 'ended' } & Outcome) | ({ kind: 'ask' } & TaskMessage)

/** How long a thread that is to stop may take to end itself. */
const END_MS = 2_000

/** Asks the thread that started this one. */
export type AskParent = <T extends Tasks, Name extends keyof T & string>(
  task: Name,
  input: TaskInput<T, Name>,
) => Promise<TaskResult<T, Name>>

/** The script of a worker beside the calling module: `.ts` in a checkout, `.js` once compiled. */
export const workerScript = (path: string, moduleUrl: string): URL => new URL(`${path}${extname(moduleUrl)}`, moduleUrl)

/** Starts a thread that runs `script`, which must call `serveTasks`. */
export const startWorker = <T extends Tasks>(script: URL, options: WorkerOptions = {}): TaskThread<T> => {
  const { data, onEvent, onExit, answers = {}, resourceLimits, background = false } = options
  // Flags of the main program (`--eval`, `--import`) are not meant for its threads.
  const thread = new Worker(script, { workerData: data, execArgv: [], ...(resourceLimits && { resourceLimits }) })
  if (background) thread.unref()
  const asked = openQuestions((message) => thread.postMessage({ kind: 'task', ...message } satisfies ToThread))
  const exited = new Promise((resolve) => thread.once('exit', resolve))
  let ended: Error | null = null

  const end = (error: Error): void => {
    if (ended) return
    ended = error
    asked.rejectAll(error)
    onExit?.(error)
  }
  const settle = (outcome: Outcome): void => {
    asked.settle(outcome)
    if (background && asked.count() === 0) thread.unref()
  }
  const answer = async (message: TaskMessage): Promise<void> => {
    const send = (outcome: Outcome): void => thread.postMessage({ kind: 'answer', ...outcome } satisfies ToThread)
    await runAndSend(answers, message, (outcome) => ended || send(outcome))
  }

  thread.on('message', (message: ToParent) => {
    if (message.kind === 'event') onEvent?.(message.event as never)
    else if (message.kind === 'ended') settle(message)
    else void answer(message)
  })
  // A result that cannot be read here must not leave its task waiting. Which task it was is not known.
  thread.on('messageerror', (error) => asked.rejectAll(error))
  thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  thread.on('exit', (code) => end(new Error(`the worker thread ended with ${code}`)))

  return {
    run: <Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>) => {
      if (ended) return Promise.reject(ended)
      const result = asked.ask(task, input) as Promise<TaskResult<T, Name>>
      if (background && asked.count() > 0) thread.ref()
      return result
    },
    stop: async () => {
      const stopped = new Error('the worker thread was stopped')
      asked.rejectAll(stopped)
      ended ??= stopped
      // A thread that is terminated while it starts, or within SQLite, can bring V8 and the process down.
      thread.ref()
      thread.postMessage({ kind: 'end' } satisfies ToThread)
      const forced = setTimeout(() => void thread.terminate(), END_MS)
      await exited
      clearTimeout(forced)
    },
    workedMs: async () => {
      const { user, system } = await thread.cpuUsage()
      return (user + system) / 1_000
    },
  }
}

/** Questions sent to another thread or process, each with the promise of its answer. */
export const openQuestions = (send: (message: TaskMessage) => void) => {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  return {
    ask: (task: string, input: unknown): Promise<unknown> => {
      const id = ++lastId
      try {
        send({ id, task, input })
      } catch (error) {
        // The input cannot be cloned.
        return Promise.reject(error)
      }
      const asked = Promise.withResolvers<unknown>()
      pending.set(id, asked)
      return asked.promise
    },
    settle: (outcome: Outcome): void => {
      const asked = pending.get(outcome.id)
      pending.delete(outcome.id)
      if ('error' in outcome) asked?.reject(readError(outcome.error))
      else asked?.resolve(outcome.result)
    },
    rejectAll: (error: unknown): void => {
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
    count: (): number => pending.size,
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

/**
 * In the thread, or the process: runs the tasks that arrive, in their order, or side by side. `emit` sends events to `onEvent` meanwhile,
 * and `ask` asks what the other thread gave as `answers`.
 */
export const serveTasks = (
  openTasks: (emit: (event: unknown) => void, ask: AskParent) => Tasks,
  order: 'one by one' | 'side by side' = 'one by one',
): void => {
  const send = (message: ToParent): void => {
    if (parentPort) parentPort.postMessage(message)
    else process.send?.(message)
  }
  const asked = openQuestions((message) => send({ kind: 'ask', ...message }))
  const tasks = openTasks((event) => send({ kind: 'event', event }), asked.ask as AskParent)
  let previous: Promise<void> = Promise.resolve()
  const run = (message: TaskMessage): Promise<void> =>
    runAndSend(tasks, message, (outcome) => send({ kind: 'ended', ...outcome }))
  const receive = (message: ToThread): void => {
    if (message.kind === 'answer') asked.settle(message)
    else if (message.kind === 'end') process.exit()
    else if (order === 'side by side') void run(message)
    else previous = previous.then(() => run(message))
  }
  if (parentPort) parentPort.on('message', receive)
  else process.on('message', receive)
}

const runAndSend = async (tasks: Tasks, message: TaskMessage, send: (outcome: Outcome) => unknown): Promise<void> => {
  const { id } = message
  try {
    send({ id, result: await runTask(tasks, message) })
  } catch (error) {
    // Also when the result cannot be cloned.
    send({ id, error: writeError(error) })
  }
}

const runTask = (tasks: Tasks, { task, input }: Pick<TaskMessage, 'task' | 'input'>): unknown =>
  (tasks[task] as (input: unknown) => unknown)(input)
