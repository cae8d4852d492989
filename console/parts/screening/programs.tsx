import type { ListaId } from '../../client.ts'
import { programWords } from '../../words/programs.ts'
import { LIST_NAMES } from '../../words/screening.ts'

interface ListAndProgramsProps {
  fuente: ListaId
  /** As an answer has them: `SDGT, IFSR`. */
  programa?: string | undefined
}

/** `OFAC, SDGT, IFSR`: the codes of the list, each with its meaning on hover and by ear. */
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

const Program = ({ code }: { code: string }) => {
  const words = programWords(code)
  if (!words) return <>{code}</>
  return (
    <>
      <abbr title={words}>{code}</abbr>
      <span class="unseen"> ({words})</span>
    </>
  )
}
