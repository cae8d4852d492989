import type { ChasquiError } from '../../client.ts'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'

interface BatchFailedProps {
  error: ChasquiError
  retry?(): void
}

/** Why something about a batch could not be done. */
export const BatchFailed = ({ error, retry }: BatchFailedProps) => {
  if (error.kind === 'not-found') return <Message kind="none">Este lote ya no existe: venció o fue borrado.</Message>
  // Too many batches or uploads: the service's own sentence says what to do.
  if (error.kind === 'rate') return <Message kind="warn">{sentence(error.message)}</Message>
  return <Failed error={error} {...(retry && { retry })} />
}
