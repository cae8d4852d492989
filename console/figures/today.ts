import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { limaDate } from './calendar.ts'

const MAX_WAIT_MS = 1_500

/** The date it is in Lima. An operator may fix it for rehearsals: null until the service had the time to say so. */
export const useToday = (): string | null => {
  const { health, isOffline } = useSession()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!health && !isOffline && !isLate) return null
  return health?.data.hoyFijado ?? limaDate(Date.now())
}
