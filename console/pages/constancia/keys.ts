import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ClaveDeConstancia, readCertificateKeys } from '../../client.ts'
import { BASE } from '../../navigation.ts'

/** With which keys certificates are verified here. */
export type KeySet =
  | { from: 'loading' }
  | { from: 'server'; keys: readonly ClaveDeConstancia[] }
  | { from: 'file'; name: string; keys: readonly ClaveDeConstancia[] }
  /** This server's keys could not be fetched. */
  | { from: 'none' }

export interface KnownKeys {
  set: KeySet
  /** What is wrong with the chosen file. */
  problem: string | null
  useFile(file: File): void
  useServer(): void
  /** This server's keys as they are now; null when it cannot be reached. */
  fetchAgain(): Promise<readonly ClaveDeConstancia[] | null>
}

const fetchKeys = async (): Promise<readonly ClaveDeConstancia[] | null> => {
  try {
    // Asked anew: a browser may have kept the set of before a rotation.
    const reply = await fetch(`${BASE}.well-known/jwks.json`, { credentials: 'omit', cache: 'no-cache' })
    return reply.ok ? await readCertificateKeys(await reply.text()) : null
  } catch {
    return null
  }
}

/** This server's keys, fetched when the page opens so that it works without a network afterwards; or those of a file. */
export const useKnownKeys = (): KnownKeys => {
  const [set, setSet] = useState<KeySet>({ from: 'loading' })
  const [problem, setProblem] = useState<string | null>(null)
  const fetchAgain = useCallback(async () => {
    const keys = await fetchKeys()
    if (keys) setSet((before) => (before.from === 'file' ? before : { from: 'server', keys }))
    return keys
  }, [])
  const useServer = useCallback(() => {
    setProblem(null)
    setSet({ from: 'loading' })
    void fetchKeys().then((keys) => setSet(keys ? { from: 'server', keys } : { from: 'none' }))
  }, [])
  useEffect(useServer, [])
  const useFile = async (file: File): Promise<void> => {
    const keys = await readCertificateKeys(await file.text())
    setProblem(keys?.length ? null : `El archivo ${file.name} no tiene claves de constancias.`)
    if (keys?.length) setSet({ from: 'file', name: file.name, keys })
  }
  return { set, problem, useFile: (file) => void useFile(file), useServer, fetchAgain }
}
