import { useQuestion } from '../../ask.ts'
import type { PageProps } from '../../routes.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { Answer } from './answer.tsx'
import { toQuery } from './question.ts'
import { ScreeningForm } from './screening-form.tsx'

/** Screens one name on the US and UN lists. */
const Revisar = ({ question }: PageProps) => {
  const query = question && toQuery(question)
  const asked = useQuestion(query, (client, one, signal) => client.aml({ ...one, detalle: true }, { signal }))
  const problem = asked.state === 'failed' && asked.error.kind === 'invalid' ? asked.error : null
  return (
    <>
      <h1>Revisar un nombre</h1>
      <ScreeningForm question={question} problem={problem} />
      <section class="result" aria-label="Resultado">
        {asked.state === 'asking' && <Asking />}
        {asked.state === 'failed' && !problem?.campo && <Failed error={asked.error} retry={asked.retry} list="us" />}
        {asked.state === 'answered' && (
          <>
            <StaleNote lists={['us', 'un']} />
            <Answer answer={asked.answer} />
          </>
        )}
      </section>
    </>
  )
}
export default Revisar
