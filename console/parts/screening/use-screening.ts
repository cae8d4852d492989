import { useMemo } from 'preact/hooks'
import { type Asked, useQuestion } from '../../ask.ts'
import type { AmlParametros, AmlRespuesta } from '../../client.ts'
import { listsToAsk } from '../../lists.ts'
import { useSession } from '../../session.ts'

interface Screening {
  asked: Asked<AmlRespuesta>
  /** What was asked, for a certificate of the same answer. */
  parameters: AmlParametros | null
}

/**
 * Screens somebody on all lists that the service has. Which these are is in the report, so the question waits for it; a list
 * that comes later does not ask again, which would cost again.
 */
export const useScreening = (query: AmlParametros | null): Screening => {
  const { health, isReported } = useSession()
  const listas = useMemo(() => listsToAsk(health), [JSON.stringify(query), isReported])
  const parameters = query && { ...query, detalle: true, ...(listas && { listas }) }
  const asked = useQuestion(isReported ? parameters : null, (client, one, signal) => client.aml(one, { signal }))
  return { asked: query && !isReported ? { state: 'asking' } : asked, parameters }
}
