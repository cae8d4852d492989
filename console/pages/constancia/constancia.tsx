import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { SANDBOX_ISSUER, type Verificacion, verifyCertificate } from '../../client.ts'
import { useKey } from '../../keys.ts'
import { goTo } from '../../navigation.ts'
import { CertificateView } from '../../parts/certificate/certificate-view.tsx'
import { FileDrop } from '../../parts/file-drop.tsx'
import type { PageProps } from '../../routes.ts'
import { Asking } from '../../states/asking.tsx'
import { type KnownKeys, useKnownKeys } from './keys.ts'
import { KeysChoice } from './keys-choice.tsx'

/** Verifies a certificate in the browser and shows it as an A4 page. It is sent nowhere. */
const Constancia = ({ question }: PageProps) => {
  const known = useKnownKeys()
  const [typed, setTyped] = useState('')
  const text = question?.constancia ?? null
  const verdict = useVerdict(text, known)

  const verify = useCallback((given: string) => {
    // Programs that copy or save texts add white space around them, and some break long lines.
    const one = given.replace(/\s+/g, '')
    if (one === '') return
    setTyped('')
    goTo('/constancia', { constancia: one })
  }, [])
  const readFile = useCallback((file: File) => void file.text().then(verify), [verify])
  const leave = (): void => goTo('/constancia')
  useKey('Escape', leave, text !== null)

  return (
    <>
      <h1 class="no-print">Verificar una constancia</h1>
      {text === null ? (
        <form
          class="certificate-form"
          onSubmit={(event) => {
            event.preventDefault()
            verify(typed)
          }}
        >
          <FileDrop button="Elegir archivo" accept=".jws,.txt,.jwt" onFile={readFile}>
            <p>O arrástrelo hasta aquí, o pegue abajo el texto de la constancia.</p>
            <p class="quiet-text">Se verifica en este navegador: no se envía a ninguna parte.</p>
          </FileDrop>
          <div class="field">
            <label for="texto-constancia">Texto de la constancia</label>
            <textarea
              id="texto-constancia"
              class="mono"
              rows={6}
              autoComplete="off"
              spellcheck={false}
              placeholder="eyJhbGciOiJFZERTQSIs…"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey) return
                event.preventDefault()
                verify(typed)
              }}
            />
          </div>
          <div class="actions">
            <button type="submit" class="primary">
              Verificar
            </button>
          </div>
        </form>
      ) : (
        <section class="verdict-section" aria-label="Resultado de la verificación">
          <div class="actions no-print">
            <button type="button" onClick={leave}>
              Verificar otra
            </button>
            {verdict?.valida && (
              <button type="button" class="primary" onClick={() => print()}>
                Imprimir
              </button>
            )}
          </div>
          {verdict ? <Shown verdict={verdict} known={known} /> : <Asking rows={12} />}
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

const Shown = ({ verdict, known }: { verdict: Verificacion; known: KnownKeys }) => {
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
      {isValid && <CertificateView facts={{ ...verdict.constancia, kid: verdict.kid }} />}
    </>
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
