import { startWorker, type TaskWorker, workerScript } from '../../../kernel/worker.ts'
import type { BuildProgress, BuildTasks } from './build-worker.ts'
import type { BuiltRegister, OptionalFiles, ParsedRegister, ReportProgress } from './register-builder.ts'

/** A `RegisterBuilder` in a thread of its own. The thread ends after `build`, with a failure, or when the signal aborts. */
export class BackgroundBuilder {
  readonly #worker: TaskWorker<BuildTasks>
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => void this.stop()

  constructor(dir: string, signal: AbortSignal, report: ReportProgress) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#worker = startWorker<BuildTasks>(workerScript('./build-worker', import.meta.url), {
      data: { dir },
      onEvent: ({ phase, done, total }: BuildProgress) => report(phase, done, total),
    })
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  parse(path: string): Promise<ParsedRegister> {
    return this.#untilAborted(this.#worker.run('parse', path))
  }

  async build(files: OptionalFiles | null): Promise<BuiltRegister> {
    const built = await this.#untilAborted(this.#worker.run('build', files))
    await this.stop()
    return built
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    await this.#worker.stop()
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
