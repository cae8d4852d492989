import type { Query } from './clean-query.ts'
import type { Endpoint } from './endpoint.ts'

/** The parameter of every lookup that asks for a certificate of its answer. */
export const CERTIFICATE = 'constancia'

/**
 * The parameters as used: those of the endpoint that have a value and count, under their own names, and what the date
 * stands for where the caller left it out. The same question can be asked with them on any other day.
 */
export const usedParameters = (
  query: Query,
  { parameters, ignoredWhen = {}, aliases = {}, dated }: Endpoint,
  today: string,
): Query => {
  const used: Query = {}
  for (const name of Object.keys(parameters)) {
    const value = query[name]
    if (!value || query[ignoredWhen[name] ?? '']) continue
    const own = aliases[name] ?? name
    used[own] ??= value
  }
  return { ...used, ...dated?.(query, today) }
}
