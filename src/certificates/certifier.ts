import { hash, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { Origin } from '../domain/records.ts'
import { POLITICA } from '../domain/screening/politica.ts'
import type { Clock } from '../kernel/clock.ts'
import { version } from '../kernel/version.ts'
import { ALGORITHM, type Certificate, ISSUER, SANDBOX_ISSUER, TYPE } from './certificate.ts'
import { type PublicKey, privateKeyOf, type SigningKey, toJwk } from './signing-key.ts'

/** The keys of an installation as a value, which other threads are given too. */
export interface KeySet {
  /** A sandbox states invented answers, and says so in every certificate. */
  mode: 'live' | 'sandbox'
  /** The one that signs. */
  signing: SigningKey
  /** Every key that ever signed, oldest first. */
  known: readonly PublicKey[]
}

/** What is to be certified. */
export type Statement = Pick<Certificate, 'endpoint' | 'consulta' | 'estado' | 'respuesta' | 'aviso' | 'truncado'> & {
  origins: readonly Origin[]
}

/** The published keys as they are sent. */
export interface WrittenJwks {
  body: string
  etag: string
}

/** Signs certificates in this thread, and has the public keys as others read them. */
export interface Certifier {
  certify(statement: Statement): string
  jwks(): WrittenJwks
  /** From now on the key that signs is another one. */
  update(keys: KeySet): void
}

export const openCertifier = (keys: KeySet, clock: Pick<Clock, 'now'>): Certifier => {
  let current = prepare(keys)
  return {
    certify: (statement) => current.sign(payloadOf(statement, current.issuer, clock.now())),
    jwks: () => current.jwks,
    update: (next) => {
      current = prepare(next)
    },
  }
}

const prepare = ({ mode, signing, known }: KeySet) => {
  const body = JSON.stringify({ keys: known.map(toJwk) })
  return {
    // The first key names the installation: it stays when others follow.
    issuer: `${mode === 'sandbox' ? SANDBOX_ISSUER : ISSUER}${known[0]?.kid ?? signing.kid}`,
    jwks: { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` },
    sign: signer(signing.kid, privateKeyOf(signing)),
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The compact form of RFC 7515. */
const signer = (kid: string, key: KeyObject) => {
  const header = encode({ alg: ALGORITHM, typ: TYPE, kid })
  return (payload: Certificate): string => {
    const signed = `${header}.${encode(payload)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}

const payloadOf = (statement: Statement, iss: string, nowMs: number): Certificate => {
  const { endpoint, consulta, estado, respuesta, aviso, truncado, origins } = statement
  return {
    ...{ iss, iat: Math.floor(nowMs / 1000), jti: randomUUID() },
    ...{ endpoint, consulta, estado, respuesta },
    fuentes: origins.map(({ provider, channel, edition, sha256 }) => ({
      proveedor: provider,
      canal: channel,
      edicion: edition ?? null,
      sha256: sha256 ?? null,
    })),
    version,
    ...(endpoint === 'aml' && { politica: POLITICA }),
    ...(aviso !== undefined && { aviso }),
    ...(truncado !== undefined && { truncado }),
  }
}
