import { Failure } from '../../../kernel/errors.ts'
import { isAddress } from '../../../kernel/files/download.ts'
import { readSmallFile } from '../../../kernel/files/small-file.ts'
import type { Validators } from '../../../kernel/files/transfer.ts'
import type { DatasetId } from '../dataset.ts'
import {
  editionOf,
  MANIFEST_FILE,
  type Manifest,
  type PublishedEdition,
  parseManifest,
  type Signature,
} from './manifest.ts'
import type { TrustedKeys } from './trusted-keys.ts'

export interface PlaceSettings {
  /** The folder of the editions, or its manifest: an http(s) address or a path. */
  from: string
  userAgent: string
  /** The keys of which one must have signed the manifest; without them it is taken as it is. */
  keys?: TrustedKeys | undefined
  /** How often the place is asked; by default as often as that costs nothing. */
  pollMs?: number | undefined
}

/** A place that offers editions, and what its manifest says. One for all datasets. */
export interface EditionPlace {
  readonly pollMs: number
  /** What it offers of a dataset; null when nothing. An answer of a moment ago will do, unless it is to be asked anew. */
  editionOf(id: DatasetId, signal: AbortSignal, how?: 'anew'): Promise<PublishedEdition | null>
  /** What the last manifest that was read offers. */
  lastKnown(id: DatasetId): PublishedEdition | null
  /** The address or path of a file of an edition. */
  addressOf(path: string): string
}

const MAX_MANIFEST_BYTES = 4 << 20
const DEADLINE_MS = 30_000
/** A conditional request, and a look at a file's time. */
const POLL_ADDRESS_MS = 20_000
const POLL_PATH_MS = 2_000

/** Several datasets that are polled together ask once. */
const FRESH_MS = 500

export const openPlace = ({ from, userAgent, keys, pollMs }: PlaceSettings): EditionPlace => {
  const addressOf = addressesIn(from)
  let known: { manifest: Manifest; validators: Validators } | null = null
  let asked: { at: number; manifest: Promise<Manifest> } | null = null

  const read = async (signal: AbortSignal): Promise<Manifest> => {
    const reply = await readSmallFile({
      ...{ from: addressOf(MANIFEST_FILE), known: known?.validators, maxBytes: MAX_MANIFEST_BYTES },
      ...{ deadlineMs: DEADLINE_MS, userAgent, sameHost: true, signal },
    })
    if (reply !== 'unchanged') {
      const manifest = parseManifest(reply.text)
      if (keys) refuseUnsigned(await keys.signatureOf(manifest, signal))
      known = { manifest, validators: reply.validators }
    }
    if (!known) throw new Failure('upstream-changed', 'El manifiesto de ediciones no es válido', { detail: '304' })
    return known.manifest
  }

  const manifest = (signal: AbortSignal, how?: 'anew'): Promise<Manifest> => {
    if (asked && how !== 'anew' && performance.now() - asked.at < FRESH_MS) return asked.manifest
    const asking = { at: performance.now(), manifest: read(signal) }
    asked = asking
    // A failure is not kept: whoever asks next asks anew.
    asking.manifest.catch(() => {
      if (asked === asking) asked = null
    })
    return asking.manifest
  }

  return {
    pollMs: pollMs ?? (isAddress(from) ? POLL_ADDRESS_MS : POLL_PATH_MS),
    editionOf: async (id, signal, how) => editionOf(await manifest(signal, how), id),
    lastKnown: (id) => (known ? editionOf(known.manifest, id) : null),
    addressOf,
  }
}

const REFUSED: Record<Exclude<Signature, 'valid'>, string> = {
  unsigned: 'El manifiesto de ediciones no está firmado',
  'unknown key': 'El manifiesto de ediciones está firmado con una clave que no es de confianza',
  wrong: 'La firma del manifiesto de ediciones no corresponde a lo que dice',
}

const refuseUnsigned = (signature: Signature): void => {
  if (signature !== 'valid')
    throw new Failure('upstream-changed', REFUSED[signature], { detail: `manifest signature: ${signature}` })
}

/** Names below the place. The query of an address, such as a bucket's signature, belongs to every file. */
const addressesIn = (from: string): ((path: string) => string) => {
  if (!isAddress(from)) {
    const folder = from.replace(/(?:^|\/)manifest\.json$/, '').replace(/\/+$/, '')
    const base = folder === '' && from.startsWith('/') ? '' : folder || '.'
    return (path) => `${base}/${path}`
  }
  const address = new URL(from)
  const folder = address.pathname.replace(/\/manifest\.json$/, '').replace(/\/+$/, '')
  return (path) => `${address.origin}${folder}/${path}${address.search}`
}
