import { readFileSync } from 'node:fs'
import { Failure } from '../../../kernel/errors.ts'
import { isAddress, localPath } from '../../../kernel/files/download.ts'
import { readSmallFile } from '../../../kernel/files/small-file.ts'
import { type PublicKey, readPublicKeys } from '../../../kernel/signing/signing-key.ts'
import { type Manifest, type Signature, signatureOf } from './manifest.ts'

/** The keys whose manifests are taken. */
export interface TrustedKeys {
  /** Whether one of them signed a manifest. A key that is not known may be a new one: the keys are then read again. */
  signatureOf(manifest: Manifest, signal: AbortSignal): Promise<Signature>
}

const MAX_BYTES = 2 ** 20
const DEADLINE_MS = 15_000

interface TrustSettings {
  /** A file with public keys (PEM, JWK or JWKS), which must be readable at the start, or the address of a JWKS. */
  from: string
  /** What the operator calls that setting. */
  setting: string
  userAgent: string
}

/** Undefined when no key is named. */
export const openTrustedKeys = ({ from, setting, userAgent }: TrustSettings): TrustedKeys | undefined => {
  if (from === '') return undefined
  const keysIn = keyReader(setting)
  let known: readonly PublicKey[] = isAddress(from) ? [] : keysIn(readKeyFile(from, setting))

  const readAgain = async (signal: AbortSignal): Promise<void> => {
    const request = { from, maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS, userAgent, sameHost: true, signal }
    const found = await readSmallFile(request)
    if (found !== 'unchanged') known = keysIn(found.text)
  }
  return {
    async signatureOf(manifest, signal) {
      const first = signatureOf(manifest, known)
      if (first !== 'unknown key') return first
      await readAgain(signal)
      return signatureOf(manifest, known)
    },
  }
}

const readKeyFile = (from: string, setting: string): string => {
  try {
    return readFileSync(localPath(from), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('not-configured', `No se puede leer el archivo de ${setting}: ${code}`)
  }
}

const keyReader =
  (setting: string) =>
  (text: string): PublicKey[] => {
    const keys = readPublicKeys(text)
    if (keys.length > 0) return keys
    const mensaje = `En ${setting} no hay una clave pública Ed25519 (SPKI en PEM, JWK o JWKS)`
    throw new Failure('not-configured', mensaje)
  }
