import type { ChasquiError } from '../client.ts'
import { formatDate } from '../format.ts'
import { Failed } from '../states/failed.tsx'
import { Message } from '../states/message.tsx'
import { sentence } from '../words/sentence.ts'
import { isMonth, monthWords } from './calendar.ts'

interface FailedFiguresProps {
  error: ChasquiError
  retry(): void
}

/** Why there are no figures. "Not found" is told as the service says it: no list stands behind it. */
export const FailedFigures = ({ error, retry }: FailedFiguresProps) =>
  error.kind === 'not-found' ? (
    <Message kind="none">{sentence(formatDates(error.message))}</Message>
  ) : (
    <Failed error={error} retry={retry} />
  )

/** The days and months within a sentence of the service, as people write them. */
export const formatDates = (text: string): string =>
  text.replace(/\b\d{4}-\d{2}(?:-\d{2})?\b/g, (date) => (isMonth(date) ? monthWords(date) : formatDate(date)))
