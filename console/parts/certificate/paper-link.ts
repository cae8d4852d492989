import { encode } from 'uqr'
import { certificateCode, certificateFragment } from '../../client.ts'

/** What leads from paper to the verification of a certificate. */
export interface PaperLink {
  /** The page that verifies. */
  page: string
  /** What the QR code says. */
  address: string
  /** False when the certificate is too long for a QR code: the address then names only its code, and the file is needed. */
  isWhole: boolean
  /** Twelve characters to compare by eye; null where the browser computes no sums. */
  code: string | null
  /** The QR code, true for black; without its margin. */
  modules: readonly (readonly boolean[])[]
}

/** Up to here a code of 4 cm is read by any telephone; larger ones give up correction for size. */
const EASY_VERSION = 20

/** `base` is the address of the service, with a slash at its end. */
export const paperLink = async (jws: string, base: string): Promise<PaperLink> => {
  const page = `${base}constancia`
  const code = await certificateCode(jws)
  const whole = page + (await certificateFragment(jws))
  const modules = drawn(whole)
  if (modules) return { page, address: whole, isWhole: true, code, modules }
  const address = code ? `${page}#codigo=${code}` : page
  return { page, address, isWhole: false, code, modules: drawn(address) ?? [] }
}

/** Null when it is too long. */
const drawn = (address: string): boolean[][] | null => {
  for (const options of [{ ecc: 'M', maxVersion: EASY_VERSION } as const, { ecc: 'L' } as const]) {
    try {
      return encode(address, { ...options, boostEcc: true, border: 0 }).data
    } catch {
      // The next one holds more.
    }
  }
  return null
}

/** How to verify a certificate, word for word as on paper. */
export const verifyWords = ({ page, isWhole, code }: Pick<PaperLink, 'page' | 'isWhole' | 'code'>): string[] => [
  isWhole
    ? `Para verificarla en cualquier lugar, escanee el código QR o abra ${page} y elija allí su PDF: nadie necesita una clave.`
    : `Para verificarla en cualquier lugar, abra ${page} y elija allí su PDF o su archivo .jws: nadie necesita una clave. Es demasiado larga para un código QR: este solo lleva a esa página${code ? ' y a su código' : ''}.`,
  'Sin este servicio la verifica cualquier programa de firmas JWS (RFC 7515, Ed25519) con las claves públicas del emisor.',
]
