import { extname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../kernel/errors.ts'
import { errorFacts } from '../../../kernel/log.ts'

/** What a hand can do, by name. */
export type Tasks = Record<string, (input: never) => unknown>

type Input<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
type Result<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>

/** Does what it is asked, one thing after the other. */
export interface Hand<T extends Tasks> {
  do<Name extends keyof T & string>(task: Name, input: Input<T, Name>): Promise<Result<T, Name>>
  stop(): Promise<void>
}

interface Asked {
  task: string
  input: unknown
}

type Reply =
  | { kind: 'news'; news: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; failure: FailureKind | null; mensaje: string; detail: string | undefined }

const perform = (tasks: Tasks, { task, input }: Asked): unknown => (tasks[task] as (input: unknown) => unknown)(input)

/** This very thread: for work too small to start another one. */
export const ownHand = <T extends Tasks>(tasks: T): Hand<T> => ({
  do: <Name extends keyof T & string>(task: Name, input: Input<T, Name>) =>
    new Promise<Result<T, Name>>((resolve) => resolve(perform(tasks, { task, input }) as Result<T, Name>)),
  stop: async () => undefined,
})

/** A thread that runs `script`, a file of this folder without its ending, which calls `serveTasks`. */
export class ThreadHand<T extends Tasks> implements Hand<T> {
  readonly #worker: Worker
  readonly #waiting: { resolve(result: unknown): void; reject(error: unknown): void }[] = []
  #ended: unknown

  constructor(script: string, data: unknown, onNews: (news: never) => void = () => undefined) {
    const url = new URL(`./${script}${extname(import.meta.url)}`, import.meta.url)
    this.#worker = new Worker(url, { workerData: data })
    this.#worker.on('message', (reply: Reply) => {
      if (reply.kind === 'news') return onNews(reply.news as never)
      const asked = this.#waiting.shift()
      if (reply.kind === 'done') asked?.resolve(reply.result)
      else asked?.reject(errorOf(reply))
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('a building thread ended early')))
  }

  do<Name extends keyof T & string>(task: Name, input: Input<T, Name>): Promise<Result<T, Name>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.push({ resolve, reject })
    this.#worker.postMessage({ task, input } satisfies Asked)
    return promise as Promise<Result<T, Name>>
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #end(error: unknown): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended)
  }
}

/** Has each of the inputs worked on by a hand of its own, all at once; a single one is worked on here. */
export const withHands = async <T extends Tasks, Item, Done>(
  script: string,
  tasks: T,
  items: readonly Item[],
  work: (hand: Hand<T>, item: Item) => Promise<Done>,
): Promise<Done[]> => {
  const hands = items.map(() => (items.length === 1 ? ownHand(tasks) : new ThreadHand<T>(script, null)))
  try {
    return await Promise.all(items.map((item, n) => work(hands[n] as Hand<T>, item)))
  } finally {
    await Promise.all(hands.map((hand) => hand.stop()))
  }
}

const errorOf = ({ failure, mensaje, detail }: Extract<Reply, { kind: 'failed' }>): Error =>
  failure
    ? new Failure(failure, mensaje, { ...(detail === undefined ? {} : { detail }) })
    : new Error(detail ?? mensaje)

/** In the thread: does what is asked, and returns how to tell news meanwhile. */
export const serveTasks = (tasks: (tell: (news: unknown) => void) => Tasks): void => {
  const say = (reply: Reply): void => parentPort?.postMessage(reply)
  const able = tasks((news) => say({ kind: 'news', news }))
  let before: Promise<unknown> = Promise.resolve()
  const answer = async (asked: Asked): Promise<void> => {
    try {
      say({ kind: 'done', result: await perform(able, asked) })
    } catch (error) {
      say(failedReply(error))
    }
  }
  parentPort?.on('message', (asked: Asked) => {
    before = before.then(() => answer(asked))
  })
}

const failedReply = (error: unknown): Reply =>
  error instanceof Failure
    ? { kind: 'failed', failure: error.kind, mensaje: error.message, detail: error.detail }
    : { kind: 'failed', failure: null, mensaje: 'the build broke', detail: JSON.stringify(errorFacts(error)) }
