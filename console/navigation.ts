import { useLayoutEffect, useState } from 'preact/hooks'
import type { Question } from './question.ts'

export type { Question } from './question.ts'

/** The path below which the service is: `/`, or what a proxy puts before it. All pages are directly below it. */
export const BASE = new URL('.', location.href).pathname

/** Where a person is: a page, and what was asked there. */
export interface Place {
  path: string
  question: Question | null
}

/** What an entry of the history holds: browsers keep it, also on disk, after the key is forgotten. */
interface Entry {
  /** Only of pages whose questions name nobody. */
  question?: Question | null
  /** Under this number the question is in memory. */
  asked?: number
  isStep?: boolean
}

const CHANGED = 'chasqui:place'
/** These name nobody: their questions are kept in the history, so that a reload shows them again. */
const NAME_NOBODY = ['/lotes', '/vigilancia', '/alertas', '/informe', '/avisos', '/tipo-cambio', '/indicadores', '/uso']
/** What was asked about people, by the number of its entry: in memory alone, until the key is forgotten. */
const asked = new Map<number, Question | null>()
/** Another number than any before a reload. */
let nextNumber = Date.now()

const entryNow = (): Entry => (history.state as Entry | null) ?? {}

const entryOf = (path: string, question: Question | null): Entry => {
  if (NAME_NOBODY.includes(path)) return { question }
  asked.set(nextNumber, question)
  return { asked: nextNumber++ }
}

export const placeNow = (): Place => {
  const path = `/${location.pathname.slice(BASE.length)}`
  const { question, asked: number } = entryNow()
  return { path, question: (number === undefined ? question : asked.get(number)) ?? null }
}

/** Goes to a page with a question, as a step that "back" undoes. */
export const goTo = (path: string, question: Question | null = null): void => {
  history.pushState({ ...entryOf(path, question), isStep: true }, '', BASE + path.slice(1))
  dispatchEvent(new Event(CHANGED))
}

/** Undoes the last step; a page that was opened by itself shows `question` instead. */
export const goBack = (question: Question | null): void => {
  if (entryNow().isStep) history.back()
  else replaceQuestion(question)
}

/** Changes the question of the page without a step of its own. */
export const replaceQuestion = (question: Question | null): void => {
  history.replaceState({ ...entryOf(placeNow().path, question), isStep: entryNow().isStep }, '')
  dispatchEvent(new Event(CHANGED))
}

/** Forgets everything that was asked about people: "back" then leads to empty pages. */
export const forgetQuestions = (): void => {
  asked.clear()
  replaceQuestion(null)
}

export const usePlace = (): Place => {
  const [place, setPlace] = useState(placeNow)
  useLayoutEffect(() => {
    const update = (): void => setPlace(placeNow())
    for (const name of ['popstate', CHANGED]) addEventListener(name, update)
    return () => {
      for (const name of ['popstate', CHANGED]) removeEventListener(name, update)
    }
  }, [])
  return place
}
