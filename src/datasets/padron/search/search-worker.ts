import { parentPort } from 'node:worker_threads'
import { errorFacts } from '../../../kernel/log.ts'
import type { NameQuestion } from '../register.ts'
import { type Answerer, openAnswerer } from './name-search.ts'
import type { SearchOrder, SearchReply } from './search-pool.ts'

let answerer: Answerer | undefined

const answerTo = (question: NameQuestion): SearchReply => {
  try {
    if (!answerer) throw new Error('no image')
    return { answer: answerer.answer(question) }
  } catch (error) {
    // Where it broke, not with what: the message may quote a name.
    return { error: JSON.stringify(errorFacts(error)) }
  }
}

parentPort?.on('message', (order: SearchOrder) => {
  if ('image' in order) answerer = openAnswerer(order.image)
  else parentPort?.postMessage(answerTo(order.question))
})
