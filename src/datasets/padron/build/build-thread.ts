import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../kernel/errors.ts'
import type { BuiltRegister, ParsedRegister, Report } from './builder.ts'

export type BuildOrder = { kind: 'parse'; path: string } | { kind: 'build'; typesPath: string | null }

export type BuildReply =
  | { kind: 'progress'; phase: string; done: number; total?: number }
  | { kind: 'parsed'; parsed: ParsedRegister }
  | { kind: 'built'; built: BuiltRegister }
  | { kind: 'failed'; failure: FailureKind | null; mensaje: string; detail: string | undefined }

/** A builder in a thread of its own. It ends with its last answer, with a failure, or when the signal aborts. */
export class BuildThread {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => void this.stop()

  constructor(dir: string, signal: AbortSignal, report: Report) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), { workerData: { dir } })
    this.#worker.on('message', (reply: BuildReply) => {
      if (reply.kind === 'progress') report(reply.phase, reply.done, reply.total)
    })
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  async parse(path: string): Promise<ParsedRegister> {
    const reply = await this.#ask({ kind: 'parse', path })
    if (reply.kind !== 'parsed') throw new Error(`unexpected reply ${reply.kind}`)
    return reply.parsed
  }

  async build(typesPath: string | null): Promise<BuiltRegister> {
    const reply = await this.#ask({ kind: 'build', typesPath })
    await this.stop()
    if (reply.kind !== 'built') throw new Error(`unexpected reply ${reply.kind}`)
    return reply.built
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    await this.#worker.terminate()
  }

  async #ask(order: BuildOrder): Promise<BuildReply> {
    const { promise, resolve, reject } = Promise.withResolvers<BuildReply>()
    const onMessage = (reply: BuildReply): void => {
      if (reply.kind === 'failed') reject(failureOf(reply))
      else if (reply.kind !== 'progress') resolve(reply)
    }
    const onExit = (): void =>
      reject(this.#signal.aborted ? this.#signal.reason : new Error('the building thread ended early'))
    this.#worker.on('message', onMessage).on('error', reject).on('exit', onExit)
    this.#worker.postMessage(order)
    try {
      return await promise
    } catch (error) {
      await this.stop()
      throw error
    } finally {
      this.#worker.off('message', onMessage).off('error', reject).off('exit', onExit)
    }
  }
}

const failureOf = (reply: Extract<BuildReply, { kind: 'failed' }>): Error =>
  reply.failure
    ? new Failure(reply.failure, reply.mensaje, { ...(reply.detail === undefined ? {} : { detail: reply.detail }) })
    : new Error(reply.detail ?? reply.mensaje)
