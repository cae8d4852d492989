import type { BuildTasks, Progress } from './build-worker.ts'
import type { BuiltRegister, ParsedRegister, Report } from './register-builder.ts'
import { ThreadHand } from './workers.ts'

/** A builder in a thread of its own. It ends with its last answer, with a failure, or when the signal aborts. */
export class BuildThread {
  readonly #hand: ThreadHand<BuildTasks>
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => void this.stop()

  constructor(dir: string, signal: AbortSignal, report: Report) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#hand = new ThreadHand('build-worker', { dir }, ({ phase, done, total }: Progress) =>
      report(phase, done, total),
    )
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  parse(path: string): Promise<ParsedRegister> {
    return this.#untilAborted(this.#hand.do('parse', path))
  }

  async build(typesPath: string | null): Promise<BuiltRegister> {
    const built = await this.#untilAborted(this.#hand.do('build', typesPath))
    await this.stop()
    return built
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    await this.#hand.stop()
  }

  async #untilAborted<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result
    } catch (error) {
      await this.stop()
      throw this.#signal.aborted ? this.#signal.reason : error
    }
  }
}
