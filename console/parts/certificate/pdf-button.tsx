import { useState } from 'preact/hooks'
import type { CertificateFacts } from '../../words/certificate.ts'
import { saveFile } from '../download-button.tsx'
import { certificateName } from './file-name.ts'
import { serviceAddress } from './how-to-verify.tsx'

interface PdfButtonProps {
  jws: string
  facts: CertificateFacts
  isPrimary?: boolean
}

/** Saves a certificate as a PDF. What makes it is fetched when the button is first pressed. */
export const PdfButton = ({ jws, facts, isPrimary }: PdfButtonProps) => {
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  const make = async (): Promise<void> => {
    setState('making')
    try {
      const { certificatePdf } = await import('./pdf/load-pdf.ts')
      const bytes = await certificatePdf(jws, facts, serviceAddress())
      saveFile(`${certificateName(facts)}.pdf`, new Blob([bytes as BlobPart], { type: 'application/pdf' }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : undefined} disabled={state === 'making'} onClick={make}>
        {state === 'making' ? 'Preparando…' : 'Descargar PDF'}
      </button>
      {state === 'failed' && (
        <span role="alert" class="field-error">
          No se pudo preparar el PDF. Compruebe la conexión y repita.
        </span>
      )}
    </>
  )
}
