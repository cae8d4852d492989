import { useMemo } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { ProveedorRespuesta } from '../../client.ts'
import { formatMoment } from '../../format.ts'
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
import { HistoryCard } from './history-card.tsx'
import { ListsCard } from './lists-card.tsx'
import { PartCard } from './part-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { RegisterCard } from './register-card.tsx'
import { CourtCard, SanctionsCard } from './sanctions-card.tsx'
import { type Fact, factsOf, summaryLine } from './summary.ts'

/** One supplier by RUC, part by part, on one page to print. */
const Proveedor = ({ question }: PageProps) => {
  const ruc = compactRuc(question?.ruc ?? '')
  const problem = ruc === '' ? null : rucProblem(ruc)
  return (
    <>
      <h1>Proveedor</h1>
      <AskForm
        label="RUC"
        name="ruc"
        asked={ruc}
        problem={problem}
        hint={(typed) => rucHint(compactRuc(typed))}
        ask={(typed) => goTo('/proveedor', { ruc: compactRuc(typed) })}
        inputMode="numeric"
      />
      <p class="quiet-text no-print">{COST}</p>
      {ruc !== '' && problem === null && <Supplier key={ruc} ruc={ruc} />}
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

const COST = 'Una consulta cuesta una unidad por cada parte revisada, 5 como máximo; lo que no se revisa no cuesta.'
const CERTIFIED = 'Es una consulta nueva y consumió una unidad por cada parte revisada.'

const rucHint = (ruc: string): string =>
  /^\d{1,10}$/.test(ruc) ? `11 dígitos; van ${ruc.length}` : 'Los 11 dígitos del proveedor'

const Supplier = ({ ruc }: { ruc: string }) => {
  const asked = useQuestion({ ruc, detalle: true }, (client, one, signal) => client.proveedor(one, { signal }))
  const { client, isReported } = useSession()
  const certificate = useCertificate(ruc, () => client.proveedor({ ruc, detalle: true, constancia: true }), CERTIFIED)
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
            <p class="quiet-text">{name === '' ? '\u00a0' : `RUC ${ruc}`}</p>
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
      {isCertifiable && <HistoryCard ruc={ruc} />}
      {certificate.panel}
    </>
  )
}

const Parts = ({ answer: { data, meta } }: { answer: ProveedorRespuesta }) => {
  const { registro, padrones, sanciones, judicial, listas, vinculados } = data.partes
  const { words, tone } = summaryLine(data)
  const party = { documento: data.ruc, ...(data.razonSocial && { nombre: data.razonSocial }) }
  return (
    <>
      <p class={`supplier-summary tone-text tone-${tone}`} role="status">
        <strong>{words}</strong>
      </p>
      <Strip facts={factsOf(data)} />
      <RegisterCard part={registro} meta={meta} />
      <div class="supplier-cards">
        <SanctionsCard part={sanciones} meta={meta} />
        <CourtCard part={judicial} meta={meta} />
        <ListsCard part={listas} meta={meta} party={party} />
        <PeopleCard part={vinculados} meta={meta} />
        <PartCard
          id="padrones"
          title="Padrones tributarios"
          sources={['taxauth-scraper']}
          part={padrones}
          meta={{ ...meta, fuentes: [] }}
        >
          {({ motivo }) => <p>{motivo}</p>}
        </PartCard>
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
