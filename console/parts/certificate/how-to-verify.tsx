import { useEffect, useState } from 'preact/hooks'
import { BASE } from '../../navigation.ts'
import type { PaperLink } from './paper-link.ts'

/** The address of this service as others reach it. */
export const serviceAddress = (): string => new URL(BASE, location.href).href

/** The end of a certificate: the QR code, the short code, and one sentence. Drawn by a file of its own. */
export const HowToVerify = ({ jws }: { jws: string }) => {
  const [shown, setShown] = useState<{ link: PaperLink; words: readonly string[] } | null>(null)
  useEffect(() => {
    let isCurrent = true
    setShown(null)
    void import('./paper-link.ts').then(async ({ paperLink, verifyWords }) => {
      const link = await paperLink(jws, serviceAddress())
      if (isCurrent) setShown({ link, words: verifyWords(link) })
    })
    return () => {
      isCurrent = false
    }
  }, [jws])
  return (
    <section class="sheet-verify">
      <div class="sheet-verify-words">
        <h3>Cómo verificarla</h3>
        {shown?.link.code && (
          <p>
            Código <strong class="sheet-code">{shown.link.code}</strong>
          </p>
        )}
        {shown?.words.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <div class="sheet-qr">{shown && <QrCode link={shown.link} />}</div>
    </section>
  )
}

/**
 * A link, so that a PDF that a browser makes of the page still leads to the certificate. The question mark makes it another
 * address than that of this page: of a link within a page browsers write no address.
 */
const QrCode = ({ link: { address, modules } }: { link: PaperLink }) => (
  <a href={address.replace('#', '?#')} rel="noreferrer">
    <svg
      viewBox={`-4 -4 ${modules.length + 8} ${modules.length + 8}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label="Código QR que lleva a la página que verifica esta constancia"
    >
      <rect class="qr-paper" x="-4" y="-4" width="100%" height="100%" />
      <path d={modules.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : ''))).join('')} />
    </svg>
  </a>
)
