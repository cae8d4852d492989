import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { asChasquiError, useFreeQuestion } from '../../ask.ts'
import type { ChasquiError, Vigilado } from '../../client.ts'
import { count, formatMoment, joinWords } from '../../format.ts'
import { useIsShown } from '../../is-shown.ts'
import { useKey } from '../../keys.ts'
import { editionsByList } from '../../lists.ts'
import { goBack, goTo, type Question } from '../../navigation.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { Record } from '../../parts/record.tsx'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { LIST_NAMES } from '../../words/screening.ts'
import { reviewWords, subjectFacts } from '../../words/watch.ts'
import { SubjectForm } from './subject-form.tsx'

interface OpenSubjectProps {
  id: string
  question: Question
  onDone(words: string): void
}

/** One subject: what is known, how it was checked, and the ways to change it or to stop. */
export const OpenSubject = ({ id, question, onDone }: OpenSubjectProps) => {
  const asked = useFreeQuestion(id, (client, one, signal) => client.vigilancia.ver(one, { signal }))
  if (asked.state === 'asking') return <Asking rows={8} />
  if (asked.state === 'failed')
    return asked.error.kind === 'not-found' ? (
      <Message kind="none">Este vigilado ya no existe: fue borrado.</Message>
    ) : (
      <Failed error={asked.error} retry={asked.retry} />
    )
  if (asked.state === 'idle') return null
  const { data } = asked.answer
  if (question.paso === 'cambiar')
    return (
      <>
        <h1>Cambiar a {data.nombre}</h1>
        <SubjectForm
          subject={data}
          onSaved={(saved, aviso) => onDone([`Cambios de ${saved.nombre} guardados.`, aviso].filter(Boolean).join(' '))}
        />
      </>
    )
  return <SubjectView subject={data} onDone={onDone} />
}

const SubjectView = ({ subject, onDone }: { subject: Vigilado; onDone(words: string): void }) => {
  const { client } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<ChasquiError | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = useIsShown()
  useLayoutEffect(() => heading.current?.focus(), [])
  useKey('Escape', () => goBack(null))
  const remove = async (): Promise<void> => {
    setAsking(false)
    try {
      await client.vigilancia.borrar(subject.id)
      if (isShown()) onDone('Ya no se vigila: se borró con sus alertas y decisiones.')
    } catch (cause) {
      setFailure(asChasquiError(cause))
    }
  }
  const { id, referencia, creado, ediciones, politica, listas, alertasAbiertas } = subject
  const [tone, review] = reviewWords(subject)
  return (
    <>
      <div class="actions no-print">
        <button type="button" onClick={() => goBack(null)}>
          Volver a los vigilados
        </button>
        <button type="button" onClick={() => goTo('/vigilancia', { vigilado: id, paso: 'cambiar' })}>
          Cambiar los datos
        </button>
        <button type="button" onClick={() => setAsking(true)}>
          Dejar de vigilar
        </button>
      </div>
      <h1 ref={heading} tabIndex={-1} class="result-heading">
        {subject.nombre}
      </h1>
      {failure && <Failed error={failure} />}
      {tone === 'warn' && (
        <Message kind="warn">
          {review}.<small>No significa que no tenga coincidencias.</small>
        </Message>
      )}
      {alertasAbiertas > 0 && (
        <p>
          <Link to="/alertas">{count(alertasAbiertas, 'alerta por decidir', 'alertas por decidir')}</Link>
        </p>
      )}
      <section class="card" aria-label="Datos">
        <Record
          fields={[
            ['Referencia', referencia],
            ...subjectFacts(subject).slice(1),
            ['Listas', joinWords((listas ?? []).map((one) => LIST_NAMES[one])) || 'Las usuales del servicio'],
            ['Bajo vigilancia desde', formatMoment(creado)],
            ['Última revisión', subject.revisado && formatMoment(subject.revisado)],
            ['Con las ediciones', editionsByList(ediciones), 'wide'],
            ['Reglas de comparación', politica],
          ]}
        />
      </section>
      {isAsking && (
        <Dialog title="¿Dejar de vigilar?" onClose={() => setAsking(false)}>
          <p>Se borra a {subject.nombre} con sus alertas y decisiones. No se pueden recuperar.</p>
          <div class="actions dialog-actions">
            <button type="button" class="primary" onClick={() => void remove()}>
              Sí, borrar
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              No, conservar
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
