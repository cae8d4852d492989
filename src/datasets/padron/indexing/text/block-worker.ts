import { workerData } from 'node:worker_threads'
import { serveTasks } from '../workers.ts'
import { type BlockMemories, blockReader } from './block-parser.ts'

serveTasks(() => blockReader(workerData as BlockMemories))
