import { useCallback, useEffect, useState } from 'preact/hooks'
import { AbortError, type Chasqui, ChasquiError, ServiceError, type Signal } from './client.ts'
import { useReturned, useSession } from './session.ts'

/** How far a question is. */
export type Asked<Answer> =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'answered'; answer: Answer }
  | { state: 'failed'; error: ChasquiError; retry(): void }

type Ask<Query, Answer> = (client: Chasqui, query: Query, signal: Signal) => Promise<Answer>

/**
 * Asks when the question changes, and forgets the answer of the one before. `null` asks nothing. A key that is refused
 * leads back to the key form. An answer is shown with the report on the lists, whose notes stand above it: a note that
 * came later would push the answer down.
 */
export const useQuestion = <Query, Answer>(query: Query | null, ask: Ask<Query, Answer>): Asked<Answer> => {
  const { client, signOut, refresh, loseConnection, isReported } = useSession()
  const [attempt, setAttempt] = useState(0)
  const asking = JSON.stringify([query, attempt])
  const [result, setResult] = useState<{ of: string; asked: Asked<Answer> } | null>(null)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])

  // `asking` says when the question is another one.
  useEffect(() => {
    if (query === null) return
    const stop = new AbortController()
    const settle = (asked: Asked<Answer>): void => setResult({ of: asking, asked })
    ask(client, query, stop.signal).then(
      (answer) => settle({ state: 'answered', answer }),
      (failure: unknown) => {
        if (failure instanceof AbortError) return
        const error = asChasquiError(failure)
        if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
        // What is failing is in the report.
        if (error.kind === 'network') loseConnection()
        else if (['timeout', 'service', 'source', 'captcha'].includes(error.kind)) refresh()
        settle({ state: 'failed', error, retry })
      },
    )
    return () => stop.abort()
  }, [asking, client])

  if (query === null) return { state: 'idle' }
  return result?.of === asking && isReported ? result.asked : { state: 'asking' }
}

/** The same for what costs nothing: after an outage it is asked again by itself. */
export const useFreeQuestion: typeof useQuestion = (query, ask) => {
  const asked = useQuestion(query, ask)
  const isBack = useReturned(asked.state === 'failed' ? asked.error : null)
  useEffect(() => {
    if (isBack && asked.state === 'failed') asked.retry()
  }, [isBack])
  return asked
}

/** A fault of our own must not look like a "no" either. */
export const asChasquiError = (failure: unknown): ChasquiError =>
  failure instanceof ChasquiError
    ? failure
    : new ServiceError('La consola no pudo leer la respuesta.', { codigo: 'respuesta_ilegible', cause: failure })
