import { useEffect, useState } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import { goTo } from '../../navigation.ts'
import { AskForm } from '../../parts/ask-form.tsx'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { ResultHeading } from '../../parts/result-heading.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Companies } from './companies.tsx'
import { Listed } from './listed.tsx'
import { NobodyFound } from './nobody-found.tsx'
import { People, peopleWords } from './people.tsx'
import { readWho } from './who.ts'

/** People by name or by DNI. */
const Personas = ({ question }: PageProps) => {
  const { nombre = '', dni = '' } = question ?? {}
  // A text that cannot be asked about is told at the field, and stays out of the history.
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => setRefused(null), [question])
  const asked = dni || nombre
  const query = asked === '' ? null : dni ? { dni } : { nombre }
  const answer = useQuestion(query, (client, one, signal) => client.persona(one, { signal }))
  const { client } = useSession()
  const certificate = useCertificate(asked, () => client.persona({ ...query, constancia: true }))
  const isSaid = answer.state === 'answered' || (answer.state === 'failed' && answer.error.kind === 'not-found')
  const isSettled = answer.state === 'answered' || answer.state === 'failed'
  const ask = (typed: string): void => {
    const { path, question: next } = readWho(typed)
    setRefused(next ? null : typed)
    if (next) goTo(path, next)
  }
  return (
    <>
      <h1>Personas</h1>
      <AskForm
        label="Nombre o DNI"
        name="persona"
        asked={refused ?? asked}
        problem={refused === null ? null : `${readWho(refused).words}. No se consultó.`}
        hint={(typed) => readWho(typed).words}
        ask={ask}
        repeat={refused === null && answer.state === 'failed' ? answer.retry : undefined}
      />
      {refused === null && query && (
        <div class="people">
          <div class="result-line">
            <ResultHeading of={isSettled ? asked : null}>{headingOf(answer, dni, nombre)}</ResultHeading>
            {isSaid && certificate.button}
          </div>
          <p class="on-paper">Consultado: {asked}.</p>
          {certificate.panel}
          {answer.state === 'asking' && <Asking rows={6} />}
          {answer.state === 'answered' && <People answer={answer.answer} />}
          {answer.state === 'failed' && <NobodyFound error={answer.error} retry={answer.retry} isByDni={dni !== ''} />}
          {isSettled && dni === '' && (
            <Companies nombre={nombre} isOpen={question?.empresas === '1'} areLeftOut={namesCompanies(answer)} />
          )}
          {isSettled && dni !== '' && <Listed dni={dni} name={holderOf(answer)} isOpen={question?.listas === '1'} />}
        </div>
      )}
    </>
  )
}
export default Personas

type PersonAnswer = ReturnType<typeof useQuestion<object, Parameters<typeof peopleWords>[0]>>

const headingOf = (answer: PersonAnswer, dni: string, nombre: string): string => {
  if (answer.state === 'answered') return peopleWords(answer.answer)
  return dni ? `DNI ${dni}` : nombre
}

const holderOf = (answer: PersonAnswer): string | null =>
  (answer.state === 'answered' && answer.answer.data.matches[0]?.nombreCompleto) || null

/** The service tells when companies of that name were left out of the people. */
const namesCompanies = (answer: PersonAnswer): boolean =>
  answer.state === 'answered' && answer.answer.data.aviso !== undefined
