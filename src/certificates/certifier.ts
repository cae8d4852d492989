import { hash, randomUUID } from 'node:crypto'
import type { Origin } from '../domain/records.ts'
import { POLITICA } from '../domain/screening/politica.ts'
import type { Clock } from '../kernel/clock.ts'
import { jwsSigner } from '../kernel/signing/jws.ts'
import { type PublicKey, type SigningKey, toJwk } from '../kernel/signing/signing-key.ts'
import { version } from '../kernel/version.ts'
import { type Certificate, ISSUER, SANDBOX_ISSUER, TYPE } from './certificate.ts'

/** The keys of an installation as a value, which other threads are given too. */
export interface KeySet {
  /** A sandbox states invented answers, and says so in every certificate. */
  mode: 'live' | 'sandbox'
  /** The one that signs. */
  signing: SigningKey
  /** Every key that ever signed, oldest first. */
  known: readonly PublicKey[]
  /** The institution that issues certificates, where the operator names one. */
  institution?: string | undefined
}

/** What is to be certified. */
export type Statement = Pick<Certificate, 'endpoint' | 'consulta' | 'estado' | 'respuesta' | 'aviso' | 'truncado'> & {
  origins: readonly Origin[]
  /** Of the key that asked. */
  persona?: string | null | undefined
  /** The matcher's rules, where they are not those of this answer's own endpoint. */
  politica?: string | undefined
}

/** The published keys as they are sent. */
export interface WrittenJwks {
  body: string
  etag: string
}

/** Questions whose answers the matcher decides. */
const SCREENED = ['aml', 'proveedor']

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
    certify: (statement) => current.sign(payloadOf(statement, current, clock.now())),
    jwks: () => current.jwks,
    update: (next) => {
      current = prepare(next)
    },
  }
}

const prepare = ({ mode, signing, known, institution }: KeySet) => {
  const body = JSON.stringify({ keys: known.map(toJwk) })
  return {
    institution,
    // The first key names the installation: it stays when others follow.
    issuer: `${mode === 'sandbox' ? SANDBOX_ISSUER : ISSUER}${known[0]?.kid ?? signing.kid}`,
    jwks: { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` },
    sign: jwsSigner(TYPE, signing),
  }
}

interface Issuer {
  issuer: string
  institution: string | undefined
}

const payloadOf = (statement: Statement, { issuer, institution }: Issuer, nowMs: number): Certificate => {
  const { endpoint, consulta, estado, respuesta, aviso, truncado, origins, persona } = statement
  const politica = statement.politica ?? (SCREENED.includes(endpoint) ? POLITICA : undefined)
  return {
    ...{ iss: issuer, iat: Math.floor(nowMs / 1000), jti: randomUUID() },
    ...{ endpoint, consulta, estado, respuesta },
    fuentes: origins.map(({ provider, channel, edition, undated, kind, sha256 }) => ({
      proveedor: provider,
      canal: channel,
      edicion: edition ?? null,
      ...(undated && { sinFecha: true }),
      ...(kind && { clase: kind }),
      sha256: sha256 ?? null,
    })),
    ...(aviso !== undefined && { aviso }),
    ...(truncado && { truncado }),
    version,
    ...(politica && { politica }),
    ...(institution && { institucion: institution }),
    ...(persona && { persona }),
  }
}
