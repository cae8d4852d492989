import { workerData } from 'node:worker_threads'
import { type BlockMemories, blockReader } from './block-reader.ts'
import { serveTasks } from './hands.ts'

serveTasks(() => blockReader(workerData as BlockMemories))
