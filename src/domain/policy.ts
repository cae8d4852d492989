import { parseSlashDate } from './lima-time.ts'
import type { Policy } from './records.ts'

/** A policy as it stands on a day: one that was in force and has ended since is VENCIDO, whatever its source still says. */
export const policyOn = (policy: Policy, today: string): Policy => {
  const end = parseSlashDate(policy.finVigencia)
  return policy.estado === 'VIGENTE' && end !== null && end < today ? { ...policy, estado: 'VENCIDO' } : policy
}
