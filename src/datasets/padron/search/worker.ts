import { parentPort, workerData } from 'node:worker_threads'
import { errorFacts } from '../../../kernel/log.ts'
import type { RegisterImage } from '../image.ts'
import { openAnswerer } from './answer.ts'
import type { SearchOrder, SearchReply } from './search-threads.ts'

const answerer = openAnswerer(workerData as RegisterImage)

parentPort?.on('message', ({ id, question }: SearchOrder) => {
  let reply: SearchReply
  try {
    reply = { id, answer: answerer.answer(question) }
  } catch (error) {
    // Where it broke, not with what: the message may quote a name.
    reply = { id, error: JSON.stringify(errorFacts(error)) }
  }
  parentPort?.postMessage(reply)
})
