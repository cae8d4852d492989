import type { ListaId } from '../../client.ts'
import { joinWords } from '../../format.ts'
import type { MatchedParty } from '../../words/parties.ts'
import { programWords } from '../../words/programs.ts'
import { LIST_NAMES } from '../../words/screening.ts'

interface ListAndProgramsProps {
  fuente: ListaId
  /** As an answer has them: `SDGT, IFSR`. */
  programa?: string | undefined
}

/** `OFAC, SDGT, IFSR`: the codes of the list, each with its meaning on hover, by ear and on paper. */
export const ListAndPrograms = ({ fuente, programa }: ListAndProgramsProps) => (
  <>
    {LIST_NAMES[fuente]}
    {programa?.split(', ').map((code) => (
      <span key={code}>
        {', '}
        <Program code={code} />
      </span>
    ))}
  </>
)

/** The same of every list that has the party. */
export const PartyLists = ({ party: { match, others, elsewhere } }: { party: MatchedParty }) => (
  <>
    {[match, ...others].map((one, at) => (
      <span key={`${one.fuente} ${one.referencia}`}>
        {at > 0 && '; '}
        <ListAndPrograms {...one} />
      </span>
    ))}
    {elsewhere.length > 0 && `; también en ${joinWords(elsewhere.map((id) => LIST_NAMES[id]))}`}
  </>
)

const Program = ({ code }: { code: string }) => {
  const words = programWords(code)
  if (!words) return <>{code}</>
  return (
    <>
      <abbr title={words}>{code}</abbr>
      <span class="unseen on-paper-inline"> ({words})</span>
    </>
  )
}
