import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Chasqui, type ChasquiError, type HealthRespuesta, type UsoRespuesta } from './client.ts'
import { BASE, forgetQuestions } from './navigation.ts'
import { useTabKey } from './sign-in/tab-key.ts'

const REFRESH_MS = 60_000
/** While the service is away. */
const AWAY_MS = 5_000
/** A report that takes longer is not waited for. */
const MAX_WAIT_MS = 5_000

/** Whose key it is. */
export type Account = UsoRespuesta['data']['cuenta'] & {
  /** Who decides with it; null when the key is nobody's. */
  persona: string | null
}

/** What every page has of the service. */
export interface Session {
  client: Chasqui
  /** Null until the service has told it. */
  account: Account | null
  /** The last report on lists and sources; null until there is one. */
  health: HealthRespuesta | null
  /** True once there is a report, or it failed, or it was waited for long enough. Notes above answers are known then. */
  isReported: boolean
  /** True while the service is away or starting: from the first failure until the next report that comes. */
  isOffline: boolean
  /** Asks for the report again. */
  refresh(): void
  /** Something could not reach the service: it is away until the next report comes. */
  loseConnection(): void
  /** Forgets the key and what was asked with it; the reason is told above the key form. */
  signOut(reason?: string): void
}

export type SignedIn =
  | { state: 'out'; reason: string | null; signIn(key: string): Promise<void> }
  | { state: 'in'; session: Session }
  /** A link brought another key. Whether it is used is for the person to say. */
  | { state: 'offered'; offered: string; current: string | null; accept(): void; refuse(): void }

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export const useSession = (): Session => useContext(SessionContext) as Session

/** Whether a failure passes with the outage behind it. */
const PASSING: readonly ChasquiError['kind'][] = ['network', 'timeout', 'service']

/** True once the service has come back that was away when something failed. */
export const useReturned = (failed: ChasquiError | null): boolean => {
  // A page without a key has no report.
  const isOffline = useContext(SessionContext)?.isOffline ?? false
  const wasAway = useRef<ChasquiError | null>(null)
  const isWatched = failed !== null && PASSING.includes(failed.kind)
  if (isWatched && isOffline) wasAway.current = failed
  return isWatched && !isOffline && wasAway.current === failed
}

/** One more attempt: a person who waits would rather press a button. */
export const clientFor = (key: string): Chasqui => new Chasqui({ url: BASE, key, etags: true, retries: 1 })

const BAD_KEY = 'La clave no es válida: falta, está mal escrita, venció o fue revocada.'

/** The key of this tab, and what is asked with it. `brought` is the key of the link that opened the page. */
export const useSignIn = (brought: string | null): SignedIn => {
  const { key, offered, setKey, refuse } = useTabKey(brought)
  const [reason, setReason] = useState<string | null>(null)
  const client = useMemo(() => (key ? clientFor(key) : null), [key])

  const enter = useCallback(
    (next: string | null, why: string | null = null) => {
      forgetQuestions()
      setReason(why)
      setKey(next)
    },
    [setKey],
  )
  const signOut = useCallback((why?: string) => enter(null, why), [enter])
  const report = useReport(client, signOut)
  const account = useAccount(client, report.isOffline)
  const session = useMemo(() => client && { client, account, ...report, signOut }, [client, account, report, signOut])

  if (offered) return { state: 'offered', offered, current: key, accept: () => enter(offered), refuse }
  if (session) return { state: 'in', session }
  const signIn = async (typed: string): Promise<void> => {
    try {
      await clientFor(typed.trim()).health({ retries: 0 })
      enter(typed.trim())
    } catch (error) {
      setReason(reasonOf(error as ChasquiError))
    }
  }
  return { state: 'out', reason, signIn }
}

type Report = Pick<Session, 'health' | 'isReported' | 'isOffline' | 'refresh' | 'loseConnection'>

/** The report on lists and sources, asked for again every minute; while the service is away every few seconds. */
const useReport = (client: Chasqui | null, signOut: Session['signOut']): Report => {
  const [health, setHealth] = useState<HealthRespuesta | null>(null)
  const [isOffline, setOffline] = useState(false)
  const [isLate, setLate] = useState(false)

  const ask = useCallback(async () => {
    try {
      setHealth(client && (await client.health()))
      setOffline(false)
    } catch (error) {
      const { kind, status } = error as ChasquiError
      if (kind === 'key' && status === 401) signOut(BAD_KEY)
      if (PASSING.includes(kind)) setOffline(true)
      setLate(true)
    }
  }, [client, signOut])

  useEffect(() => void ask(), [ask])

  useEffect(() => {
    const askVisible = (): void => {
      if (document.visibilityState === 'visible') void ask()
    }
    const timer = setInterval(askVisible, isOffline ? AWAY_MS : REFRESH_MS)
    addEventListener('online', askVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('online', askVisible)
    }
  }, [ask, isOffline])

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  const isReported = health !== null || isLate
  return useMemo(
    () => ({ health, isReported, isOffline, refresh: () => void ask(), loseConnection: () => setOffline(true) }),
    [health, isReported, isOffline, ask],
  )
}

/** Whose account it is, so that everybody sees where their questions and files go. */
const useAccount = (client: Chasqui | null, isOffline: boolean): Account | null => {
  const [known, setKnown] = useState<{ of: Chasqui; account: Account } | null>(null)
  useEffect(() => {
    if (client && !isOffline)
      client.uso().then(
        ({ data }) => setKnown({ of: client, account: { ...data.cuenta, persona: data.persona ?? null } }),
        () => {},
      )
  }, [client, isOffline])
  return known?.of === client ? known.account : null
}

const reasonOf = ({ kind, message }: ChasquiError): string => {
  if (kind === 'network' || kind === 'timeout') return 'Sin conexión con el servicio.'
  return kind === 'key' || kind === 'invalid' ? BAD_KEY : message
}
