import { workerData } from 'node:worker_threads'
import { RegisterBuilder } from './register-builder.ts'
import { serveTasks } from './workers.ts'

// Reads the text and builds the edition away from the event loop, so that a server beside it keeps answering.
export type BuildTasks = ReturnType<typeof buildTasks>

export interface Progress {
  phase: string
  done: number
  total: number | undefined
}

const buildTasks = (tell: (progress: Progress) => void) => {
  const { dir } = workerData as { dir: string }
  const builder = new RegisterBuilder(dir, (phase, done, total) => tell({ phase, done, total }))
  return {
    parse: (path: string) => builder.parse(path),
    build: (typesPath: string | null) => builder.build(typesPath),
  }
}

serveTasks(buildTasks)
