/** A date as it was typed, `15/11/2026` or `2026-11-15`, as the latter; null when there is no such day. */
export const readDate = (typed: string): string | null => {
  const text = typed.trim()
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? []
  const date = day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

/** Told below a field whose date cannot be read. */
export const DATE_HELP = 'Escriba una fecha real como 15/11/2026.'
