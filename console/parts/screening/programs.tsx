import { programWords } from '../../words/programs.ts'
import { LIST_NAMES } from '../../words/screening.ts'

interface ListAndProgramsProps {
  fuente: keyof typeof LIST_NAMES
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
