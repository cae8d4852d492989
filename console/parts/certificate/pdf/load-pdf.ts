import font from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?url'
import type { CertificateFacts } from '../../../words/certificate.ts'
import { makePdf } from './make-pdf.ts'

/** A certificate as a PDF. The font is fetched the first time, and kept by the browser. */
export const certificatePdf = async (jws: string, facts: CertificateFacts, base: string): Promise<Uint8Array> => {
  const reply = await fetch(font)
  if (!reply.ok) throw new Error(`font: ${reply.status}`)
  return makePdf(jws, facts, { font: new Uint8Array(await reply.arrayBuffer()), base })
}
