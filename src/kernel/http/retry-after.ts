/** Milliseconds a `Retry-After` header asks for, as seconds or as an HTTP date; undefined when it asks for nothing. */
export const parseRetryAfter = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? ''
  const ms = /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
