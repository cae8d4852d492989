import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { takeBroughtCertificate } from '../../brought-certificate.ts'
import { certificateCode, SANDBOX_ISSUER, type Verificacion, verifyCertificate } from '../../client.ts'
import { useKey } from '../../keys.ts'
import { replaceQuestion } from '../../navigation.ts'
import { CertificateView } from '../../parts/certificate/certificate-view.tsx'
import { PdfButton } from '../../parts/certificate/pdf-button.tsx'
import type { PageProps } from '../../routes.ts'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'
import { CertificateForm } from './certificate-form.tsx'
import { FileComparison } from './file-comparison.tsx'
import { PROBLEMS, useGiven } from './given.ts'
import { type KnownKeys, useKnownKeys } from './keys.ts'
import { KeysChoice } from './keys-choice.tsx'

/** Verifies a certificate in the browser and shows it as an A4 page. It is sent nowhere, and needs no key. */
const Constancia = ({ question }: PageProps) => {
  const known = useKnownKeys()
  const { take, leave } = useGiven(question)
  const text = question?.constancia ?? null
  const verdict = useVerdict(text, known)
  useKey('Escape', leave, text !== null)
  // The address of an open page can be changed without loading it again.
  useEffect(() => {
    const bring = (): void => {
      const brought = takeBroughtCertificate()
      if (brought) replaceQuestion({ enlace: brought })
    }
    addEventListener('hashchange', bring)
    return () => removeEventListener('hashchange', bring)
  }, [])
  if (question?.enlace) return <Asking rows={12} />
  const problem = question?.problema as keyof typeof PROBLEMS | undefined

  return (
    <>
      <h1 class="no-print">Verificar una constancia</h1>
      {text === null ? (
        <>
          {problem && <Message kind="warn">{PROBLEMS[problem]}</Message>}
          {question?.codigo && (
            <Message kind="none">
              El papel lleva el código {question.codigo}. Su constancia no cabe en un código QR: elija aquí su PDF o su
              archivo .jws.
            </Message>
          )}
          <CertificateForm take={take} />
        </>
      ) : (
        <section class="verdict-section" aria-label="Resultado de la verificación">
          <div class="actions no-print">
            <button type="button" onClick={leave}>
              Verificar otra
            </button>
            {verdict?.valida && (
              <>
                <PdfButton jws={text} facts={{ ...verdict.constancia, kid: verdict.kid }} />
                <button type="button" class="primary" onClick={() => print()}>
                  Imprimir
                </button>
              </>
            )}
          </div>
          {verdict ? <Shown {...{ text, verdict, known, question }} /> : <Asking rows={12} />}
        </section>
      )}
      {(text === null || verdict) && <KeysChoice known={known} />}
    </>
  )
}
export default Constancia

/** Null while it is being verified. A key that is not known may be newer than the page: then the keys are fetched again. */
const useVerdict = (text: string | null, { set, fetchAgain }: KnownKeys): Verificacion | null => {
  const [verdict, setVerdict] = useState<Verificacion | null>(null)
  useEffect(() => {
    setVerdict(null)
    if (text === null || set.from === 'loading') return
    let isCurrent = true
    const verify = async (): Promise<Verificacion> => {
      const first = await verifyCertificate(text, set.from === 'none' ? [] : set.keys)
      if (first.valida || first.causa !== 'clave' || set.from === 'file') return first
      const newer = await fetchAgain()
      return newer ? verifyCertificate(text, newer) : first
    }
    void verify().then((one) => isCurrent && setVerdict(one))
    return () => {
      isCurrent = false
    }
    // `fetchAgain` may replace the set by an equal one: the keys' names say whether it is another.
  }, [text, set.from, 'keys' in set ? set.keys.map(({ kid }) => kid).join() : ''])
  return verdict
}

interface ShownProps {
  text: string
  verdict: Verificacion
  known: KnownKeys
  question: PageProps['question']
}

const Shown = ({ text, verdict, known, question }: ShownProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [verdict])
  const isValid = verdict.valida
  return (
    <>
      <div class={`message tone-${isValid ? 'good' : 'bad'} no-print`} role={isValid ? 'status' : 'alert'}>
        <h2 ref={heading} tabIndex={-1} class="verdict-words">
          {wordsOf(verdict, known)}
        </h2>
      </div>
      {question?.otras && (
        <p class="no-print">
          El archivo trae {Number(question.otras) + 1} constancias: esta es la primera. Verifique las demás por
          separado.
        </p>
      )}
      {question?.codigo && <CodeComparison text={text} code={question.codigo} />}
      {isValid && (
        <>
          <FileComparison facts={{ ...verdict.constancia, kid: verdict.kid }} />
          <CertificateView facts={{ ...verdict.constancia, kid: verdict.kid }} jws={text} />
        </>
      )}
    </>
  )
}

/** Whether it is the certificate of the paper whose code was scanned. */
const CodeComparison = ({ text, code }: { text: string; code: string }) => {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => void certificateCode(text).then(setOwn), [text])
  if (own === null) return null
  return (
    <div class="no-print">
      <Message kind={own === code ? 'good' : 'bad'}>
        {own === code
          ? `Es la del papel: su código es ${code}.`
          : `No es la del papel: el código del papel es ${code} y el de esta, ${own}.`}
      </Message>
    </div>
  )
}

const wordsOf = (verdict: Verificacion, { set }: KnownKeys): string => {
  const ofOwner = set.from === 'file' ? `del archivo ${set.name}` : 'de este servicio'
  if (verdict.valida)
    return verdict.constancia.iss.startsWith(SANDBOX_ISSUER)
      ? 'Constancia válida de un servicio de ensayo (sandbox): sus personas y empresas son inventadas.'
      : `Constancia válida: la firmó una clave ${ofOwner} y nada cambió desde entonces.`
  switch (verdict.causa) {
    case 'clave':
      return set.from === 'none'
        ? 'No se puede verificar: no hay claves. Elija abajo un archivo de claves, o vuelva a intentarlo con conexión.'
        : `No es válida aquí: la firmó una clave que no está entre las ${ofOwner}.`
    case 'sin-verificador':
      return (
        'Este navegador no puede verificar firmas Ed25519 en esta página. Ábrala por HTTPS con un navegador ' +
        'reciente, o use «chasqui constancia verificar».'
      )
    default:
      return `No es válida: ${verdict.motivo}.`
  }
}
