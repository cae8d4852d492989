import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { Chasqui, type ChasquiError, type HealthRespuesta } from './client.ts'
import { BASE } from './navigation.ts'

/** `/docs` uses the same name: who signs in here is signed in there, in this tab. */
const STORED = 'chasqui.clave'
const REFRESH_MS = 60_000
/** A report that takes longer is not waited for. */
const MAX_WAIT_MS = 5_000

/** Takes the key of `#clave=…` into the tab's session storage and out of the address. */
export const takeKeyFromAddress = (): void => {
  const key = /^#clave=(chq_[A-Za-z0-9_]+)$/.exec(location.hash)?.[1]
  if (key) sessionStorage.setItem(STORED, key)
  if (location.hash.startsWith('#clave=')) history.replaceState(history.state, '', location.pathname)
}

/** What every page has of the service. */
export interface Session {
  client: Chasqui
  /** The last report on lists and sources; null until there is one. */
  health: HealthRespuesta | null
  /** True once there is a report, or it failed, or it was waited for long enough. Notes above answers are known then. */
  isReported: boolean
  /** True while the service cannot be reached. */
  isOffline: boolean
  /** Asks for the report again. */
  refresh(): void
  /** Forgets the key; the reason is told above the key form. */
  signOut(reason?: string): void
}

export type SignedIn =
  | { state: 'out'; reason: string | null; signIn(key: string): Promise<void> }
  | { state: 'in'; session: Session }

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export const useSession = (): Session => useContext(SessionContext) as Session

/** One more attempt: a person who waits would rather press a button. */
const clientFor = (key: string): Chasqui => new Chasqui({ url: BASE, key, etags: true, retries: 1 })

const BAD_KEY = 'La clave no es válida: falta, está mal escrita, venció o fue revocada.'

/** The key of this tab, and what is asked with it. */
export const useSignIn = (): SignedIn => {
  const [key, setKey] = useState(() => sessionStorage.getItem(STORED))
  const [reason, setReason] = useState<string | null>(null)
  const [health, setHealth] = useState<HealthRespuesta | null>(null)
  const [isOffline, setOffline] = useState(false)
  const [isLate, setLate] = useState(false)
  const client = useMemo(() => (key ? clientFor(key) : null), [key])

  const signOut = useCallback((why?: string) => {
    sessionStorage.removeItem(STORED)
    setReason(why ?? null)
    setHealth(null)
    setKey(null)
  }, [])

  const refresh = useCallback(async () => {
    try {
      if (client) setHealth(await client.health())
      setOffline(false)
    } catch (error) {
      const { kind, status } = error as ChasquiError
      if (kind === 'key' && status === 401) signOut(BAD_KEY)
      setOffline(kind === 'network' || kind === 'timeout')
      setLate(true)
    }
  }, [client, signOut])

  useEffect(() => {
    void refresh()
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  const isReported = health !== null || isLate
  const signIn = async (typed: string): Promise<void> => {
    try {
      await clientFor(typed.trim()).health({ retries: 0 })
    } catch (error) {
      setReason(reasonOf(error as ChasquiError))
      return
    }
    sessionStorage.setItem(STORED, typed.trim())
    setReason(null)
    setKey(typed.trim())
  }

  const session = useMemo(
    () => client && { client, health, isReported, isOffline, refresh: () => void refresh(), signOut },
    [client, health, isReported, isOffline, refresh, signOut],
  )
  return session ? { state: 'in', session } : { state: 'out', reason, signIn }
}

const reasonOf = ({ kind, message }: ChasquiError): string => {
  if (kind === 'network' || kind === 'timeout') return 'Sin conexión con el servicio.'
  return kind === 'key' || kind === 'invalid' ? BAD_KEY : message
}
