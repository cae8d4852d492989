import type { NameIndex } from '../index/name-index.ts'
import type { ListedParty } from '../party.ts'
import { ListMatcher } from './matcher.ts'
import { QuestionReader } from './question.ts'

const WARM_UP_QUESTIONS = 60

/** A matcher that was asked a few of its own names, so that the compiler has done its work before the first caller. */
export const warmMatcher = async (index: NameIndex, yieldToEventLoop: () => Promise<void>): Promise<ListMatcher> => {
  const list = new ListMatcher(index)
  const questions = new QuestionReader()
  const { parties } = index
  for (let at = 0; at < Math.min(WARM_UP_QUESTIONS, parties.length); at++) {
    const party = parties[Math.floor((at * parties.length) / WARM_UP_QUESTIONS)] as ListedParty
    list.search(questions.read(`${party.names[0]?.text} X`))
    if (at % 10 === 0) await yieldToEventLoop()
  }
  return list
}
