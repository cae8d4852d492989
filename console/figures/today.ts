import { useSession } from '../session.ts'
import { limaDate } from './calendar.ts'

/** The date it is in Lima. An operator may fix it for rehearsals: null until the service had the time to say so. */
export const useToday = (): string | null => {
  const { health, isReported } = useSession()
  return isReported ? (health?.data.hoyFijado ?? limaDate(Date.now())) : null
}
