import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../../kernel/worker.ts'
import { type OptionalFiles, RegisterBuilder } from './register-builder.ts'

export type BuildTasks = ReturnType<typeof buildTasks>

export interface BuildProgress {
  phase: string
  done: number
  total: number | undefined
}

/** The script of the thread that builds an edition away from the event loop, so that a server beside it keeps answering. */
const buildTasks = (emit: (progress: BuildProgress) => void) => {
  const { dir } = workerData as { dir: string }
  const builder = new RegisterBuilder(dir, (phase, done, total) => emit({ phase, done, total }))
  return {
    parse: (path: string) => builder.parse(path),
    build: (files: OptionalFiles | null) => builder.build(files),
  }
}

serveTasks(buildTasks)
