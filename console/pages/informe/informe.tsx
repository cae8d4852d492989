import { useLayoutEffect, useState } from 'preact/hooks'
import { asChasquiError, useFreeQuestion } from '../../ask.ts'
import type { ChasquiError, VigilanciaInformeRespuesta } from '../../client.ts'
import { useToday } from '../../figures/today.ts'
import { DATE_HELP, readDate } from '../../figures/typed-date.ts'
import { formatDate, formatMoment, formatNumber } from '../../format.ts'
import { useBackKey } from '../../keys.ts'
import { editionsByList } from '../../lists.ts'
import { goTo, type Question } from '../../navigation.ts'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { saveFile } from '../../parts/download-button.tsx'
import { Field } from '../../parts/field.tsx'
import { ResultHeading } from '../../parts/result-heading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { DECISIONS, decisionWords, eventWords, reportRows } from '../../words/watch.ts'

type Report = VigilanciaInformeRespuesta['data']

interface Period {
  desde: string
  hasta: string
}

/** Who was watched with which editions in a period, what came up, and who decided what; to print, to save, certified. */
const Informe = ({ question }: PageProps) => {
  const today = useToday()
  useBackKey(question !== null)
  const period = today === null ? null : periodOf(question, today)
  const asked = useFreeQuestion(period, (client, one, signal) => client.vigilancia.informe(one, { signal }))
  const refused = asked.state === 'failed' && asked.error.kind === 'invalid' && asked.error.campo ? asked.error : null
  return (
    <>
      <h1>Informe de la vigilancia</h1>
      {period && <PeriodForm period={period} problem={refused} />}
      {asked.state === 'asking' && <Asking rows={10} />}
      {asked.state === 'failed' && !refused && <Failed error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && <Answer report={asked.answer.data} isAsked={question !== null} />}
    </>
  )
}
export default Informe

/** The running month unless something else was asked. */
const periodOf = (question: Question | null, today: string): Period => ({
  desde: question?.desde ?? `${today.slice(0, 7)}-01`,
  hasta: question?.hasta ?? today,
})

const PeriodForm = ({ period, problem }: { period: Period; problem: ChasquiError | null }) => {
  const [typed, setTyped] = useState(period)
  const [unread, setUnread] = useState<keyof Period | null>(null)
  useLayoutEffect(
    () => setTyped({ desde: formatDate(period.desde), hasta: formatDate(period.hasta) }),
    [period.desde, period.hasta],
  )
  const submit = (event: Event): void => {
    event.preventDefault()
    const [desde, hasta] = [readDate(typed.desde), readDate(typed.hasta)]
    setUnread(desde === null ? 'desde' : hasta === null ? 'hasta' : null)
    if (desde && hasta) goTo('/informe', { desde, hasta })
  }
  const field = (name: keyof Period) => ({
    name,
    value: typed[name],
    onInput: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: unread === name ? DATE_HELP : problem?.campo === name ? sentence(problem.message) : null,
  })
  return (
    <form class="card control-row no-print" onSubmit={submit}>
      <Field label="Desde" {...field('desde')} />
      <Field label="Hasta" {...field('hasta')} />
      <button type="submit" class="primary">
        Ver el informe
      </button>
    </form>
  )
}

/** The report that the page opens with leaves the focus alone: dates may be typed already. */
const Answer = ({ report, isAsked }: { report: Report; isAsked: boolean }) => {
  const { client } = useSession()
  const { desde, hasta, generado, completo, rondas, decisiones, movimientos, truncado } = report
  const [error, setError] = useState<ChasquiError | null>(null)
  const certificate = useCertificate(
    `${desde} ${hasta}`,
    () => client.vigilancia.informe({ desde, hasta, constancia: true }),
    'No consumió unidades.',
  )
  const save = async (parte: 'movimientos' | 'vigilados'): Promise<void> => {
    setError(null)
    try {
      const bytes = await client.vigilancia.informeCsv({ desde, hasta, parte })
      saveFile(`vigilancia-${parte}-${desde}-${hasta}.csv`, new Blob([bytes], { type: 'text/csv' }))
    } catch (failure) {
      setError(asChasquiError(failure))
    }
  }
  return (
    <>
      <ResultHeading of={isAsked ? `${desde} ${hasta}` : null}>
        Del {formatDate(desde)} al {formatDate(hasta)}
      </ResultHeading>
      <div class="actions no-print">
        <button type="button" onClick={() => void save('movimientos')}>
          CSV de movimientos
        </button>
        <button type="button" onClick={() => void save('vigilados')}>
          CSV de vigilados
        </button>
        {certificate.button}
        <button type="button" onClick={() => print()}>
          Imprimir
        </button>
      </div>
      {certificate.panel}
      {error && <Failed error={error} />}
      {!completo && (
        <Message kind="warn">Faltan los primeros días: sus eventos ya no se conservan (se guardan 400 días).</Message>
      )}
      <section class="card" aria-label="Recuentos">
        <dl class="figures">
          {reportRows(report).map(([words, value]) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        <p class="quiet-text">Hecho el {formatMoment(generado)} (Lima).</p>
      </section>
      <ReportTable
        title="Rondas de revisión"
        caption="Cada una revisó a todos con estas ediciones."
        none="Ninguna ronda terminó en este periodo."
        columns={ROUNDS}
        rows={rondas}
      />
      <ReportTable
        title="Decisiones"
        caption="Por persona."
        none="Nadie decidió en este periodo."
        columns={DECIDED}
        rows={decisiones}
      />
      <ReportTable
        title="Movimientos"
        caption={truncado ? 'Los primeros 500; el CSV los tiene todos.' : 'En orden.'}
        none="Ninguna alerta se movió en este periodo."
        columns={MOVEMENTS}
        rows={movimientos}
      />
    </>
  )
}

interface ReportTableProps<Row> {
  title: string
  caption: string
  none: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

const ReportTable = <Row,>({ title, caption, none, columns, rows }: ReportTableProps<Row>) => (
  <section class="events" aria-label={title}>
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <Message kind="none">{none}</Message>
    ) : (
      <Table caption={caption} columns={columns} rows={rows} keyOf={(_, at) => String(at)} />
    )}
  </section>
)

const ROUNDS: readonly Column<Report['rondas'][number]>[] = [
  { head: 'Terminó', isWords: true, cell: ({ fecha }) => formatMoment(fecha) },
  { head: 'Ediciones', cell: ({ ediciones }) => editionsByList(ediciones) },
  { head: 'Reglas', cell: ({ politica }) => politica },
  { head: 'Vigilados', isFigure: true, cell: ({ vigilados }) => formatNumber(vigilados) },
  { head: 'Sin revisar', isFigure: true, cell: ({ sinRevisar }) => formatNumber(sinRevisar) },
]

const DECIDED: readonly Column<Report['decisiones'][number]>[] = [
  { head: 'Persona', cell: ({ persona }) => persona },
  { head: 'Decisión', isWords: true, cell: ({ decision }) => DECISIONS[decision].done },
  { head: 'Veces', isFigure: true, cell: ({ total }) => formatNumber(total) },
  { head: 'Propuestas', isFigure: true, cell: ({ propuestas }) => formatNumber(propuestas) },
]

const ERASED = '(borrado)'

const MOVEMENTS: readonly Column<Report['movimientos'][number]>[] = [
  { head: 'Fecha', isWords: true, cell: ({ fecha }) => formatMoment(fecha) },
  { head: 'Qué ocurrió', cell: eventWords },
  { head: 'Vigilado', cell: ({ referencia, nombre }) => (nombre === null ? ERASED : `${nombre} (${referencia})`) },
  { head: 'Parte', cell: ({ parte }) => parte ?? ERASED },
  { head: 'Detalle', cell: decisionWords },
]
