// `Sun, 06 Nov 1994 08:49:37 GMT`, and the old form `Sunday, 06-Nov-94 08:49:37 GMT`.
const HTTP_DATE =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[ -][a-z]{3}[ -](?:\d{4}|\d{2})\s+\d{1,2}:\d{2}:\d{2}(?:\s*(?:GMT|UTC|Z|[+-]0000))?$/i

/**
 * The moment that a header names, in epoch milliseconds; null when it is no date of HTTP. `Date.parse` alone is no judge:
 * it reads `1` as a year and 31 February as a day of March.
 */
export const httpDate = (text: string): number | null => {
  const found = HTTP_DATE.exec(text.trim())
  if (!found) return null
  const hasZone = /(?:GMT|UTC|Z|[+-]0000)$/i.test(text.trim())
  const time = Date.parse(hasZone ? text : `${text} GMT`)
  if (Number.isNaN(time) || new Date(time).getUTCDate() !== Number(found[1])) return null
  return time
}
