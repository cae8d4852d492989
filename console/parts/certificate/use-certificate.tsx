import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { ChasquiError } from '../../client.ts'
import { useCloseKey } from '../../keys.ts'
import { Failed } from '../../states/failed.tsx'
import { readCertificate } from '../../words/certificate.ts'
import { CopyButton } from '../copy-button.tsx'
import { DownloadButton } from '../download-button.tsx'
import { CertificateView } from './certificate-view.tsx'
import { certificateName } from './file-name.ts'
import { PdfButton } from './pdf-button.tsx'

export interface Certificate {
  /** Asks for the certificate. */
  button: ComponentChildren
  /** The certificate as an A4 page with what can be done with it; nothing before it was asked for. */
  panel: ComponentChildren
}

type State =
  | { state: 'none' | 'asking' }
  /** One that was closed is shown again without asking: it was paid for, and may not be saved yet. */
  | { state: 'got'; jws: string; isClosed?: boolean }
  | { state: 'failed'; error: ChasquiError }

/**
 * The "Constancia" of an answer. `ask` repeats the question with `constancia: true`; a question that finds nothing is
 * certified too, by the failure's `constancia`. `of` is the question: another one closes the panel. `cost` says what it took.
 */
export const useCertificate = (
  of: string,
  ask: () => Promise<{ constancia?: string }>,
  cost = 'Es una consulta nueva y consumió una unidad.',
): Certificate => {
  const [shown, setShown] = useState<{ of: string; state: State }>({ of, state: { state: 'none' } })
  const state: State = shown.of === of ? shown.state : { state: 'none' }
  const set = (next: State): void => setShown({ of, state: next })
  const button = useRef<HTMLButtonElement>(null)
  const request = async (): Promise<void> => {
    if (state.state === 'got') return set({ state: 'got', jws: state.jws })
    set({ state: 'asking' })
    try {
      set(gotten((await ask()).constancia))
    } catch (failure) {
      const error = asChasquiError(failure)
      set(error.constancia ? gotten(error.constancia) : { state: 'failed', error })
    }
  }
  return {
    button: (
      <button ref={button} type="button" disabled={state.state === 'asking'} onClick={request}>
        {state.state === 'asking' ? 'Firmando…' : 'Constancia'}
      </button>
    ),
    panel:
      state.state === 'got' && !state.isClosed ? (
        <CertificatePanel
          jws={state.jws}
          cost={cost}
          onClose={() => {
            set({ state: 'got', jws: state.jws, isClosed: true })
            button.current?.focus()
          }}
        />
      ) : state.state === 'failed' ? (
        <Failed error={state.error} retry={request} />
      ) : null,
  }
}

const gotten = (jws: string | undefined): State =>
  jws && readCertificate(jws) ? { state: 'got', jws } : { state: 'failed', error: asChasquiError(null) }

const CertificatePanel = ({ jws, cost, onClose }: { jws: string; cost: string; onClose(): void }) => {
  const heading = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  useCloseKey(onClose)
  const facts = readCertificate(jws)
  if (!facts) return null
  return (
    <section class="certificate" aria-label="Constancia">
      <p ref={heading} tabIndex={-1} class="certificate-note">
        Firmada por este servicio. {cost} Guarde el archivo: el servicio no lo conserva.
      </p>
      <div class="actions no-print">
        <PdfButton jws={jws} facts={facts} isPrimary />
        <DownloadButton name={`${certificateName(facts)}.jws`} type="application/jose" content={() => jws}>
          Descargar .jws
        </DownloadButton>
        <CopyButton text={() => jws}>Copiar</CopyButton>
        <button type="button" onClick={() => print()}>
          Imprimir
        </button>
        <button type="button" onClick={onClose}>
          Cerrar
        </button>
      </div>
      <CertificateView facts={facts} jws={jws} />
    </section>
  )
}
