import { parentPort, workerData } from 'node:worker_threads'
import type { RegisterImage } from '../image.ts'
import { openAnswerer } from './answer.ts'
import type { SearchOrder, SearchReply } from './search-threads.ts'

const answerer = openAnswerer(workerData as RegisterImage)

parentPort?.on('message', ({ id, question }: SearchOrder) => {
  let reply: SearchReply
  try {
    reply = { id, answer: answerer.answer(question) }
  } catch (error) {
    reply = { id, error: (error as Error).stack ?? String(error) }
  }
  parentPort?.postMessage(reply)
})
