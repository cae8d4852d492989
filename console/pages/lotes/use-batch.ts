import { useCallback, useEffect, useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import { AbortError, type ChasquiError, type Lote } from '../../client.ts'
import { useSession } from '../../session.ts'
import { addSeen, isOpen, type Seen } from './batch.ts'

const QUICK_MS = 300
const CALM_MS = 1_000
const QUICK_ASKS = 10
/** After a failure that may pass. */
const AGAIN_MS = 3_000

interface WatchedBatch {
  batch: Lote | null
  seen: readonly Seen[]
  error: ChasquiError | null
  retry(): void
}

/** A batch, asked about until it ends. While the service is away the last state stays, with the reason. */
export const useBatch = (id: string): WatchedBatch => {
  const { client, signOut } = useSession()
  const [watched, setWatched] = useState<Omit<WatchedBatch, 'retry'>>({ batch: null, seen: [], error: null })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asks = 0
    const ask = async (): Promise<void> => {
      try {
        const { data } = await client.lotes.ver(id, { signal: stop.signal })
        const now = { atMs: performance.now(), procesadas: data.procesadas }
        setWatched(({ seen }) => ({ batch: data, seen: addSeen(seen, now), error: null }))
        // A short batch is shown quickly, a long one does not need it.
        if (isOpen(data)) timer = setTimeout(ask, asks++ < QUICK_ASKS ? QUICK_MS : CALM_MS)
      } catch (failure) {
        if (failure instanceof AbortError) return
        const error = asChasquiError(failure)
        if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
        const isGone = error.kind === 'not-found' || error.kind === 'invalid'
        setWatched(({ batch, seen }) => ({ batch: isGone ? null : batch, seen, error }))
        if (!isGone) timer = setTimeout(ask, AGAIN_MS)
      }
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [id, client, attempt])

  return { ...watched, retry }
}
