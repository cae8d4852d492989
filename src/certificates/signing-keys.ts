import { readFileSync } from 'node:fs'
import { Failure } from '../kernel/errors.ts'
import { newSigningKey, readPrivateKey, type SigningKey } from '../kernel/signing/signing-key.ts'
import type { KeySet } from './certifier.ts'
import { type KeyStore, newestSigning } from './store/key-store.ts'

export interface SigningKeysOptions {
  store: KeyStore
  mode: KeySet['mode']
  institution?: string | undefined
  /** A file with the key that signs; empty: the newest of the store does. */
  file: string
  nowMs: number
}

/** The keys of a running service. */
export interface SigningKeys {
  current(): KeySet
  /** Calls the listener when the keys have changed. */
  watch(listener: (keys: KeySet) => void): void
  close(): Promise<void>
}

/** The keys with which certificates are signed and verified; makes the first one when there is none. Closes the store. */
export const openSigningKeys = async (options: SigningKeysOptions): Promise<SigningKeys> => {
  const { store, mode, institution } = options
  try {
    const own = await firstKey(options)
    const listeners: ((keys: KeySet) => void)[] = []
    let current = { ...keySetOf(mode, await store.list(), own), institution }
    await store.watch((keys) => {
      current = { ...keySetOf(mode, keys, own), institution }
      for (const listener of listeners) listener(current)
    })
    return {
      current: () => current,
      watch: (listener) => void listeners.push(listener),
      close: () => store.close(),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Sees to it that some key can sign; returns the one of the operator's file, when there is such a file. */
const firstKey = async ({ store, file, nowMs }: SigningKeysOptions): Promise<SigningKey | undefined> => {
  if (file === '') {
    if (!newestSigning(await store.list())) await store.addFirst(newSigningKey(nowMs))
    return undefined
  }
  const own = keyInFile(file, nowMs)
  // Only its public part is kept: whoever verifies needs it after the file has been replaced.
  await store.add({ ...own, d: null })
  return own
}

const keyInFile = (file: string, nowMs: number): SigningKey => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('not-configured', `No se puede leer el archivo de CHASQUI_SIGNING_KEY: ${code}`)
  }
  const key = readPrivateKey(text, nowMs)
  if (key) return key
  throw new Failure(
    'not-configured',
    'El archivo de CHASQUI_SIGNING_KEY no contiene una clave privada Ed25519 (PKCS#8 en PEM, o JWK)',
  )
}

const keySetOf = (mode: KeySet['mode'], keys: readonly SigningKey[], own: SigningKey | undefined): KeySet => {
  const signing = own ?? newestSigning(keys)
  if (!signing) throw new Error('no signing key')
  return { mode, signing, known: keys.map(({ kid, x }) => ({ kid, x })) }
}

/** Makes a new key, with which all running servers sign from then on. Returns it. */
export const rotateKey = async (store: KeyStore, nowMs: number): Promise<SigningKey> => {
  const key = newSigningKey(nowMs)
  await store.add(key)
  return key
}
