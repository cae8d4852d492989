import { useMemo } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import { formatMoment } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { AskForm } from '../../parts/ask-form.tsx'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { Link } from '../../parts/link.tsx'
import { ResultHeading } from '../../parts/result-heading.tsx'
import { useScreening } from '../../parts/screening/use-screening.ts'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { readDocument } from '../../words/document.ts'
import { compactRuc, rucProblem } from '../../words/ruc.ts'
import { ListsCard } from './lists-card.tsx'
import { RegisterCard } from './register-card.tsx'
import { SanctionsCard } from './sanctions-card.tsx'
import { type Fact, summarise } from './summary.ts'

/** One supplier by RUC: register, disqualifications and lists, on one page to print. */
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

const rucHint = (ruc: string): string =>
  /^\d{1,10}$/.test(ruc) ? `11 dígitos; van ${ruc.length}` : 'Los 11 dígitos del proveedor'

const Supplier = ({ ruc }: { ruc: string }) => {
  const register = useQuestion(ruc, (client, numero, signal) => client.ruc({ numero }, { signal }))
  const sanctions = useQuestion(ruc, (client, one, signal) => client.sanciones({ ruc: one }, { signal }))
  const name = (register.state === 'answered' && register.answer.data.razonSocial) || null
  const isSettled = register.state === 'answered' || register.state === 'failed'
  // A company that changed its name is still found by its number, also when the register does not answer.
  const party = { documento: ruc, ...(name && { nombre: name }) }
  const { asked: screening, parameters } = useScreening(isSettled ? party : null)
  const { client, isReported } = useSession()
  const certified = {
    register: useCertificate(ruc, () => client.ruc({ numero: ruc, constancia: true })),
    sanctions: useCertificate(ruc, () => client.sanciones({ ruc, constancia: true })),
    screening: useCertificate(`${ruc} ${name}`, () => client.aml({ ...parameters, constancia: true })),
  }
  const facts = summarise({ register, sanctions, screening })
  // The moment at which the first answer came, for the printed page.
  const askedAt = useMemo(() => formatMoment(new Date().toISOString()), [isSettled])
  // Notes on stale lists are within the cards: with them from the start, nothing moves.
  if (!isReported) return <Asking rows={8} />
  return (
    <>
      <div class="supplier">
        <div class="result-line">
          <div>
            <ResultHeading of={isSettled ? ruc : null}>{name ?? `RUC ${ruc}`}</ResultHeading>
            <p class="quiet-text">{name === null ? '\u00a0' : `RUC ${ruc}`}</p>
            <p class="on-paper">Consultado el {askedAt}, hora de Lima.</p>
          </div>
          <button type="button" onClick={() => print()} disabled={!isSettled}>
            Imprimir
          </button>
        </div>
        <Strip facts={facts} />
        <RegisterCard asked={register} actions={certified.register.button} />
        <div class="supplier-cards">
          <SanctionsCard asked={sanctions} actions={certified.sanctions.button} />
          <ListsCard
            asked={screening}
            party={{ documento: ruc, ...(name && { nombre: name }) }}
            actions={certified.screening.button}
          />
        </div>
      </div>
      {certified.register.panel}
      {certified.sanctions.panel}
      {certified.screening.panel}
    </>
  )
}

const Strip = ({ facts }: { facts: readonly Fact[] }) => {
  const isAsking = facts.some(({ words }) => words === 'Consultando…')
  return (
    <section aria-label="Resumen">
      <dl class="fact-strip">
        {facts.map(({ name, words, tone }) => (
          <div key={name} class={`tone-${tone}`}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p class="unseen" role="status">
        {!isAsking && facts.map(({ name, words }) => `${name}: ${words}`).join('. ')}
      </p>
    </section>
  )
}
