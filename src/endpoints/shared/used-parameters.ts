import type { Query } from './clean-query.ts'

/** The parameter of every lookup that asks for a certificate of its answer. */
export const CERTIFICATE = 'constancia'

/** What an endpoint says of its parameters, for the question in a certificate. */
export interface AskedEndpoint {
  /** In the order of the documentation. */
  parameters: readonly string[]
  ignoredWhen?: Readonly<Record<string, string>> | undefined
  aliases?: Readonly<Record<string, string>> | undefined
  /** Values that a parameter takes by the date when it is absent. */
  dated?: ((query: Query, today: string) => Query) | undefined
}

/**
 * The parameters as used: those of the endpoint that have a value and count, under their own names, and what the date
 * stands for where the caller left it out. The same question can be asked with them on any other day.
 */
export const usedParameters = (
  query: Query,
  { parameters, ignoredWhen = {}, aliases = {}, dated }: AskedEndpoint,
  today: string,
): Query => {
  const used: Query = {}
  for (const name of parameters) {
    const value = query[name]
    if (!value || name === CERTIFICATE || query[ignoredWhen[name] ?? '']) continue
    const own = aliases[name] ?? name
    used[own] ??= value
  }
  return { ...used, ...dated?.(query, today) }
}
