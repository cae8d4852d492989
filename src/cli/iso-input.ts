import { parseSlashDate } from '../domain/lima-time.ts'

/**
 * A date or a month as it was typed, in the form that lookups take: `15/11/2026` and `2026-11-15` are one date, `11/2026`
 * and `2026-11` one month. Anything else stays as it is, so that whoever uses it can refuse it.
 */
export const isoInput = (text: string): string => {
  const date = parseSlashDate(text)
  if (date) return date
  const month = /^\s*([0-9]{1,2})\/([0-9]{4})\s*$/.exec(text)
  return month ? `${month[2]}-${month[1]?.padStart(2, '0')}` : text
}
