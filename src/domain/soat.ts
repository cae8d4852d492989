import { parseSlashDate } from './lima-time.ts'
import type { Policy } from './records.ts'

/** Upper case without hyphens or spaces; null unless 6 or 7 letters and digits remain. Positions of letters are not checked. */
export const normalisePlate = (text: string): string | null => {
  const plate = text.replace(/[\s-]/g, '')
  // Checked before the change of case, which makes SS of ß and S of ſ.
  return /^[A-Za-z0-9]{6,7}$/.test(plate) ? plate.toUpperCase() : null
}

/** A policy as it stands on a day. One that was VIGENTE and has ended since is VENCIDO, although its source may not say so yet. */
export const policyOn = (policy: Policy, today: string): Policy => {
  const end = parseSlashDate(policy.finVigencia)
  return policy.estado === 'VIGENTE' && end !== null && end < today ? { ...policy, estado: 'VENCIDO' } : policy
}
