import { useEffect, useState } from 'preact/hooks'
import type { Question } from './question.ts'

export type { Question } from './question.ts'

/** The path below which the service is: `/`, or what a proxy puts before it. All pages are directly below it. */
export const BASE = new URL('.', location.href).pathname

/** Where a person is: a page, and what was asked there. The question is in the history's state, never in the address. */
export interface Place {
  path: string
  question: Question | null
}

const CHANGED = 'chasqui:place'

export const placeNow = (): Place => ({
  path: `/${location.pathname.slice(BASE.length)}`,
  question: (history.state as { question?: Question } | null)?.question ?? null,
})

/** Goes to a page with a question, as a step that "back" undoes. */
export const goTo = (path: string, question: Question | null = null): void => {
  history.pushState({ question, isStep: true }, '', BASE + path.slice(1))
  dispatchEvent(new Event(CHANGED))
}

/** Undoes the last step; a page that was opened by itself shows `question` instead. */
export const goBack = (question: Question | null): void => {
  if ((history.state as { isStep?: boolean } | null)?.isStep) history.back()
  else replaceQuestion(question)
}

/** Changes the question of the page without a step of its own. */
export const replaceQuestion = (question: Question | null): void => {
  history.replaceState({ ...(history.state as object | null), question }, '')
  dispatchEvent(new Event(CHANGED))
}

export const usePlace = (): Place => {
  const [place, setPlace] = useState(placeNow)
  useEffect(() => {
    const update = (): void => setPlace(placeNow())
    for (const name of ['popstate', CHANGED]) addEventListener(name, update)
    return () => {
      for (const name of ['popstate', CHANGED]) removeEventListener(name, update)
    }
  }, [])
  return place
}
