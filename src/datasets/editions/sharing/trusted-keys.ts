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

/** Keys in a file (PEM, JWK or JWKS), which must be readable at the start, or in a JWKS at an address. */
export const openTrustedKeys = (from: string, userAgent: string): TrustedKeys | undefined => {
  if (from === '') return undefined
  const isFile = !isAddress(from)
  let known: readonly PublicKey[] = isFile ? keysIn(readKeyFile(from)) : []

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

const readKeyFile = (from: string): string => {
  try {
    return readFileSync(localPath(from), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('not-configured', `No se puede leer el archivo de CHASQUI_EDITIONS_KEY: ${code}`)
  }
}

const keysIn = (text: string): PublicKey[] => {
  const keys = readPublicKeys(text)
  if (keys.length > 0) return keys
  throw new Failure(
    'not-configured',
    'En CHASQUI_EDITIONS_KEY no hay una clave pública Ed25519 (SPKI en PEM, JWK o JWKS)',
  )
}
