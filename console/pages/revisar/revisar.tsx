import { useEffect, useRef } from 'preact/hooks'
import { LISTAS } from '../../client.ts'
import { SCREENED } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { useScreening } from '../../parts/screening/use-screening.ts'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { Answer } from './answer.tsx'
import { Hit } from './hit.tsx'
import { OPEN_HIT, OPEN_NAMED, questionWords, toQuery } from './question.ts'
import { ScreeningForm } from './screening-form.tsx'

/** Screens one name or document on all lists that the service has. An open hit takes the place of the form and the table. */
const Revisar = ({ question }: PageProps) => {
  const query = question && toQuery(question)
  const { asked, parameters } = useScreening(query)
  const problem = asked.state === 'failed' && asked.error.kind === 'invalid' ? asked.error : null
  const openAt = question?.[OPEN_HIT]
  // Back in the table, the hit that was open has the focus.
  const lastOpen = useRef<{ of: string; at: number } | null>(null)
  const of = JSON.stringify(query)
  useEffect(() => {
    if (openAt !== undefined) lastOpen.current = { of, at: Number(openAt) }
  }, [of, openAt])

  // One for the table and for each of its hits: it was paid for once.
  const { client } = useSession()
  const certificate = useCertificate(of, () => client.aml({ ...parameters, constancia: true }))
  const hit = asked.state === 'answered' && openAt !== undefined ? asked.answer.data.matches[Number(openAt)] : undefined
  if (hit && question)
    return (
      <>
        <StaleNote lists={[LISTAS[hit.fuente].dataset]} />
        <Hit hit={hit} question={question} certificate={certificate} />
      </>
    )
  return (
    <>
      <h1>Revisar un nombre o un documento</h1>
      <ScreeningForm question={question} problem={problem} />
      <section class="result" aria-label="Resultado">
        {asked.state === 'asking' && <Asking />}
        {asked.state === 'failed' && !problem?.campo && (
          <Failed error={asked.error} retry={asked.retry} list={SCREENED[0]} />
        )}
        {asked.state === 'answered' && query && question && (
          <>
            <StaleNote lists={SCREENED} />
            <p class="on-paper">Consultado: {questionWords(question)}.</p>
            <Answer
              answer={asked.answer}
              certificate={certificate}
              areNamedOpen={question[OPEN_NAMED] !== undefined}
              focusAt={lastOpen.current?.of === of ? lastOpen.current.at : undefined}
              onOpen={(at) => goTo('/revisar', { ...question, [OPEN_HIT]: String(at) })}
            />
          </>
        )}
      </section>
    </>
  )
}
export default Revisar
