import { type JwsVerdict, verifyJws } from '../kernel/signing/jws.ts'
import type { PublicKey } from '../kernel/signing/signing-key.ts'
import { type Certificate, isCertificate, MOST_CHARACTERS, TYPE } from './certificate.ts'

export type Verdict = { valid: true; certificate: Certificate; kid: string } | { valid: false; reason: string }

const REASONS: Record<Extract<JwsVerdict, { valid: false }>['reason'], string> = {
  form: 'no tiene la forma de una constancia: tres partes en base64url separadas por puntos',
  header: 'su cabecera no es la de una constancia de Chasqui',
  'unknown key': 'la firmó una clave que no está entre las conocidas',
  signature: 'la firma no corresponde: fue alterada, o no la emitió quien dice',
}

const no = (reason: string): Verdict => ({ valid: false, reason })

/** Whether one of these keys signed this certificate. */
export const verifyCertificate = (text: string, keys: readonly PublicKey[]): Verdict => {
  if (text.length > MOST_CHARACTERS) return no('es demasiado larga')
  const verdict = verifyJws(TYPE, text, keys)
  if (!verdict.valid) return no(REASONS[verdict.reason])
  const { payload, kid } = verdict
  return isCertificate(payload)
    ? { valid: true, certificate: payload, kid }
    : no('la firma corresponde, pero el contenido no es el de una constancia')
}
