import { createHmac, randomBytes, sign } from 'node:crypto'
import { newSigningKey, privateKeyOf, type SigningKey } from '../../kernel/signing/signing-key.ts'

// Signatures of Standard Webhooks 1.0.0: `v1` with a shared secret, `v1a` with an Ed25519 key.

const SECRET_BYTES = 32

/** The secrets of one webhook. */
export interface WebhookSecrets {
  /** `whsec_…`, newest first. */
  secrets: { text: string; untilMs: number | null }[]
  key: Pick<SigningKey, 'x' | 'd'>
}

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export const newKeyPair = (): WebhookSecrets['key'] => {
  const { x, d } = newSigningKey(0)
  return { x, d }
}

/** The public key as receivers write it. */
export const publicKeyText = ({ x }: WebhookSecrets['key']): string =>
  `whpk_${Buffer.from(x, 'base64url').toString('base64')}`

export interface SignedMessage {
  id: string
  /** Seconds. */
  timestamp: number
  body: string
}

/** The three headers of a message, signed with every secret that still counts and with the key. */
export const signedHeaders = (
  { id, timestamp, body }: SignedMessage,
  { secrets, key }: WebhookSecrets,
): Record<string, string> => {
  const content = `${id}.${timestamp}.${body}`
  const shared = secrets
    .filter(({ untilMs }) => untilMs === null || untilMs > timestamp * 1000)
    .map(({ text }) => `v1,${createHmac('sha256', secretBytes(text)).update(content).digest('base64')}`)
  const own = sign(null, Buffer.from(content), privateKeyOf({ ...key, kid: '', createdAtMs: 0 })).toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [...shared, `v1a,${own}`].join(' '),
  }
}

const secretBytes = (text: string): Buffer => Buffer.from(text.replace(/^whsec_/, ''), 'base64')
