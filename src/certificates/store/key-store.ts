import type { SigningKey } from '../../kernel/signing/signing-key.ts'

/**
 * The port to the signing keys of an installation. A key that is there stays for ever, since certificates that it signed
 * must stay verifiable.
 */
export interface KeyStore {
  /** Every key, oldest first. */
  list(): Promise<SigningKey[]>
  /** Adds a key after all others, unless it is there already. */
  add(key: SigningKey): Promise<void>
  /** Adds a key when there is none that can sign. Of several who do so at once, one does. */
  addFirst(key: SigningKey): Promise<void>
  /** Calls the listener whenever another process has added a key. */
  watch(listener: (keys: SigningKey[]) => void): Promise<void>
  close(): Promise<void>
}

/** Clocks differ, and the newest key is the one that signs: a key is always dated after those before it. */
export const datedAfter = (key: SigningKey, others: readonly SigningKey[]): SigningKey => ({
  ...key,
  createdAtMs: Math.max(key.createdAtMs, ...others.map(({ createdAtMs }) => createdAtMs + 1)),
})

/** The newest key whose private part is kept here. */
export const newestSigning = (keys: readonly SigningKey[]): SigningKey | undefined =>
  keys.findLast(({ d }) => d !== null)
