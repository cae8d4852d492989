import { useEffect, useRef, useState } from 'preact/hooks'
import { useFreeQuestion } from '../../ask.ts'
import type { ResumenVigilancia, VigiladosRespuesta } from '../../client.ts'
import { count, formatNumber } from '../../format.ts'
import { editionsByList, SCREENED } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { Link } from '../../parts/link.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { SubjectForm } from './subject-form.tsx'
import { SubjectList } from './subject-list.tsx'
import { OpenSubject } from './subject-view.tsx'

/** Who is watched, how far their review is, and what was never checked. */
const Vigilancia = ({ question }: PageProps) => {
  const [notice, setNotice] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const isNew = question?.paso === 'nuevo'
  const done = (words: string): void => {
    setNotice(words)
    setTurn(turn + 1)
    goTo('/vigilancia')
  }
  useEffect(() => {
    if (question) setNotice(null)
  }, [question])
  if (question?.vigilado)
    return <OpenSubject key={question.vigilado} id={question.vigilado} question={question} onDone={done} />
  if (isNew)
    return (
      <>
        <h1>Poner bajo vigilancia</h1>
        <SubjectForm
          onSaved={(subject, aviso) =>
            done([`${subject.nombre} está bajo vigilancia.`, aviso].filter(Boolean).join(' '))
          }
        />
      </>
    )
  return (
    <>
      <h1>Vigilancia</h1>
      {notice && <Message kind="good">{notice}</Message>}
      <StaleNote lists={SCREENED} />
      <Overview turn={turn} />
    </>
  )
}
export default Vigilancia

const REFRESH_MS = 2_000

/** Somebody is about to be screened; who cannot be is not asked about again and again. */
const isUnderWay = ({ data, resumen }: VigiladosRespuesta): boolean =>
  resumen.pendientes > resumen.sinRevisar || data.some(({ sinRevisarDesde }) => sinRevisarDesde === null)

const Overview = ({ turn }: { turn: number }) => {
  const { health } = useSession()
  const [again, setAgain] = useState(0)
  const asked = useFreeQuestion({ turn, again }, async (client, _, signal) => {
    const [unchecked, all] = await Promise.all([
      client.vigilancia.listar({ sinRevisar: true }, { signal }),
      client.vigilancia.listar({}, { signal }),
    ])
    return { unchecked, all }
  })
  // What was known stays until it is known anew.
  const known = useRef<{ unchecked: VigiladosRespuesta; all: VigiladosRespuesta } | null>(null)
  if (asked.state === 'answered') known.current = asked.answer
  useEffect(() => {
    if (asked.state !== 'answered' || !isUnderWay(asked.answer.unchecked)) return
    const timer = setTimeout(() => setAgain(again + 1), REFRESH_MS)
    return () => clearTimeout(timer)
  }, [asked.state, again])
  if (asked.state === 'failed') return <Failed error={asked.error} retry={asked.retry} />
  if (!known.current) return <Asking rows={8} />
  const { unchecked, all } = known.current
  const editions = editionsByList(health?.data.vigilancia?.revisadosCon ?? null)
  return (
    <>
      <State summary={all.resumen} editions={editions} />
      <div class="actions no-print">
        <button type="button" class="primary" onClick={() => goTo('/vigilancia', { paso: 'nuevo' })}>
          Poner bajo vigilancia
        </button>
        <button type="button" onClick={() => goTo('/lotes', { tipo: 'vigilados' })}>
          Subir un archivo
        </button>
      </div>
      <SubjectList {...{ unchecked, all }} />
    </>
  )
}

/** How many are watched, with which editions, who was not checked, and what waits for a decision. */
const State = ({ summary, editions }: { summary: ResumenVigilancia; editions: string }) => {
  const { sujetos, sinRevisar, alertasAbiertas } = summary
  if (sujetos === 0)
    return (
      <Message kind="none">
        Nadie está bajo vigilancia todavía.
        <small>Ponga a sus clientes y proveedores: cada edición nueva de las listas los revisa otra vez.</small>
      </Message>
    )
  return (
    <div class="card watch-state" role="status">
      <dl class="figures">
        <div>
          <dt>Vigilados</dt>
          <dd>{formatNumber(sujetos)}</dd>
        </div>
        <div>
          <dt>Sin revisar</dt>
          <dd class={sinRevisar > 0 ? 'tone-text tone-warn' : undefined}>{formatNumber(sinRevisar)}</dd>
        </div>
        <div>
          <dt>Alertas por decidir</dt>
          <dd>{formatNumber(alertasAbiertas)}</dd>
        </div>
      </dl>
      <p>{reviewedWords(summary, editions)}</p>
      {alertasAbiertas > 0 && (
        <p>
          <Link to="/alertas">Decidir las alertas</Link>
        </p>
      )}
    </div>
  )
}

/** "All" is said of editions in service alone: a round may be under way. */
const reviewedWords = ({ sinRevisar, pendientes }: ResumenVigilancia, editions: string): string => {
  const inService = `las ediciones en servicio${editions && `: ${editions}`}.`
  if (sinRevisar > 0)
    return `${count(sinRevisar, 'vigilado no está revisado', 'vigilados no están revisados')}: no significa que no tengan coincidencias.`
  if (pendientes > 0)
    return `La ronda está en camino: ${pendientes === 1 ? 'falta 1' : `faltan ${formatNumber(pendientes)}`} con ${inService}`
  return `Todos se revisaron con ${inService}`
}
