import { useMemo } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { ProveedorRespuesta } from '../../client.ts'
import { useToday } from '../../figures/today.ts'
import { DATE_HELP, readDate } from '../../figures/typed-date.ts'
import { formatDate, formatMoment } from '../../format.ts'
import { listsToAsk } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { AskForm } from '../../parts/ask-form.tsx'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { Link } from '../../parts/link.tsx'
import { ResultHeading } from '../../parts/result-heading.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { readDocument } from '../../words/document.ts'
import { compactRuc, rucProblem } from '../../words/ruc.ts'
import { HistoryCard, useHistory } from './history-card.tsx'
import { ListsCard } from './lists-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { RegisterCard } from './register-card.tsx'
import { CourtCard, SanctionsCard } from './sanctions-card.tsx'
import { type Fact, factsOf, summaryLine } from './summary.ts'
import { TaxListsCard } from './tax-lists-card.tsx'

/** One supplier by RUC, part by part, on one page to print. */
const Proveedor = ({ question }: PageProps) => {
  const ruc = compactRuc(question?.ruc ?? '')
  const problem = ruc === '' ? null : rucProblem(ruc)
  const typedDay = question?.fecha ?? ''
  const fecha = typedDay === '' ? '' : readDate(typedDay)
  const today = useToday()
  const history = useHistory(ruc)
  const dayProblem = fecha === null ? DATE_HELP : today && fecha > today ? LATER : null
  return (
    <>
      <h1>Proveedor</h1>
      <AskForm
        label="RUC"
        name="ruc"
        asked={ruc}
        problem={problem}
        hint={(typed) => rucHint(compactRuc(typed))}
        ask={(typed, day) => goTo('/proveedor', { ruc: compactRuc(typed), ...(day && { fecha: day }) })}
        day={{ asked: typedDay, problem: dayProblem, hint: 'Hoy, si se deja vacía' }}
        inputMode="numeric"
      />
      <p class="quiet-text no-print">{COST}</p>
      {ruc !== '' && problem === null && fecha !== null && dayProblem === null && (
        <Supplier key={`${ruc} ${fecha}`} ruc={ruc} fecha={fecha} history={history} />
      )}
      {problem !== null && readDocument(ruc) && (
        <p>
          <Link to="/revisar" question={{ documento: ruc }}>
            Revisar este número en las listas de sanciones
          </Link>
        </p>
      )}
    </>
  )
}
export default Proveedor

const LATER = 'La fecha no puede ser posterior a hoy.'
const COST = 'Una consulta cuesta una unidad por cada parte revisada, 6 como máximo; lo que no se revisa no cuesta.'
const CERTIFIED = 'Es una consulta nueva y consumió una unidad por cada parte revisada.'

const rucHint = (ruc: string): string =>
  /^\d{1,10}$/.test(ruc) ? `11 dígitos; van ${ruc.length}` : 'Los 11 dígitos del proveedor'

/** On all lists that are loaded. Which these are is in the report, so the question waits for it. */
interface SupplierProps {
  ruc: string
  fecha: string
  history: ReturnType<typeof useHistory>
}

const Supplier = ({ ruc, fecha, history }: SupplierProps) => {
  const { client, health, isReported } = useSession()
  const listas = useMemo(() => listsToAsk(health), [isReported])
  const query = { ruc, detalle: true, ...(fecha && { fecha }), ...(listas && { listas }) }
  const asked = useQuestion(isReported ? query : null, (asking, one, signal) => asking.proveedor(one, { signal }))
  const certificate = useCertificate(ruc, () => client.proveedor({ ...query, constancia: true }), CERTIFIED)
  const isSettled = asked.state === 'answered' || asked.state === 'failed'
  // The moment at which the answer came, for the printed page.
  const askedAt = useMemo(() => formatMoment(new Date().toISOString()), [isSettled])
  const name = asked.state === 'answered' ? asked.answer.data.razonSocial : ''
  const isCertifiable = asked.state === 'answered' || (asked.state === 'failed' && asked.error.kind === 'not-found')
  // Notes on stale lists are within the cards: with them from the start, nothing moves.
  if (!isReported) return <Asking rows={8} />
  return (
    <>
      <div class="supplier">
        <div class="result-line">
          <div>
            <ResultHeading of={isSettled ? ruc : null}>{name || `RUC ${ruc}`}</ResultHeading>
            <p class="quiet-text">{name === '' ? '\u00a0' : `RUC ${ruc}${fecha && `, al ${formatDate(fecha)}`}`}</p>
            <p class="on-paper">Consultado el {askedAt}, hora de Lima.</p>
          </div>
          <div class="actions">
            {isCertifiable && certificate.button}
            <button type="button" onClick={() => print()} disabled={!isSettled}>
              Imprimir
            </button>
          </div>
        </div>
        {asked.state === 'asking' && <Asking rows={12} />}
        {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} />}
        {asked.state === 'answered' && <Parts answer={asked.answer} />}
      </div>
      {isCertifiable && <HistoryCard history={history} fecha={fecha} />}
      {certificate.panel}
    </>
  )
}

const Parts = ({ answer: { data, meta } }: { answer: ProveedorRespuesta }) => {
  const { registro, sanciones, judicial, listas, vinculados } = data.partes
  const { words, tone } = summaryLine(data)
  // The register and the small lists are of one source.
  const of = (what: 'record' | 'lists') => ({
    ...meta,
    fuentes: meta.fuentes.filter(({ canal }) => (canal === 'list') === (what === 'lists')),
  })
  const party = { documento: data.ruc, ...(data.razonSocial && { nombre: data.razonSocial }) }
  return (
    <>
      <p class={`supplier-summary tone-text tone-${tone}`} role="status">
        <strong>{words}</strong>
      </p>
      <Strip facts={factsOf(data)} />
      <RegisterCard part={registro} meta={of('record')} />
      <div class="supplier-cards">
        <SanctionsCard part={sanciones} meta={meta} />
        <CourtCard part={judicial} meta={meta} />
        <ListsCard part={listas} asked={data.listas} meta={meta} party={party} />
        <PeopleCard part={vinculados} meta={meta} />
        <TaxListsCard partes={data.partes} meta={of('lists')} />
      </div>
    </>
  )
}

const Strip = ({ facts }: { facts: readonly Fact[] }) => (
  <section aria-label="Resumen">
    <dl class="fact-strip">
      {facts.map(({ name, words, tone }) => (
        <div key={name} class={`tone-${tone}`}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  </section>
)
