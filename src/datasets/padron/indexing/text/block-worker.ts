import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../../../kernel/worker.ts'
import { type BlockMemories, blockParser } from './block-parser.ts'

// The script of a thread that parses blocks of text.
serveTasks(() => blockParser(workerData as BlockMemories))
