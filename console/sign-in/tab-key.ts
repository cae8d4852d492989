import { useCallback, useEffect, useState } from 'preact/hooks'

/** `/docs` uses the same name: who signs in here is signed in there, in this tab. */
const STORED = 'chasqui.clave'

/** The key of `#clave=…`, which is taken out of the address at once; null when there is none. */
export const takeOfferedKey = (): string | null => {
  const key = /^#clave=(chq_[A-Za-z0-9_]+)$/.exec(location.hash)?.[1] ?? null
  if (location.hash.startsWith('#clave=')) history.replaceState(history.state, '', location.pathname)
  return key
}

export interface TabKey {
  key: string | null
  /** A key that a link brought and that nobody has accepted yet. */
  offered: string | null
  setKey(key: string | null): void
  /** Leaves everything as it is. */
  refuse(): void
}

/**
 * The key of this tab. One that a link brings is used at once only when it is of a sandbox and the tab has none: else a link
 * could make people work, and upload, in somebody else's account.
 */
export const useTabKey = (brought: string | null): TabKey => {
  const [stored, setStored] = useState(() => {
    const before = sessionStorage.getItem(STORED)
    if (before || !brought?.startsWith('chq_test_')) return before
    sessionStorage.setItem(STORED, brought)
    return brought
  })
  const [offered, setOffered] = useState(brought)

  // The address of an open console can be changed without loading it again.
  useEffect(() => {
    const take = (): void => setOffered((before) => takeOfferedKey() ?? before)
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  const setKey = useCallback((next: string | null) => {
    if (next === null) sessionStorage.removeItem(STORED)
    else sessionStorage.setItem(STORED, next)
    setStored(next)
    setOffered(null)
  }, [])
  const refuse = useCallback(() => setOffered(null), [])
  return { key: stored, offered: offered === stored ? null : offered, setKey, refuse }
}
