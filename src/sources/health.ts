import type { ProviderHealth } from '../domain/records.ts'
import type { GuardState } from '../kernel/guard/guard.ts'

const CIRCUITS = { closed: 'cerrado', open: 'abierto', 'half-open': 'semiabierto' } as const

const iso = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString())

/** One source as health shows it; `state` is null when this installation cannot ask it. */
export const providerHealth = (state: GuardState | null, lacksToken: boolean): ProviderHealth => ({
  estado: state ? healthOf(state) : 'sin_configurar',
  // Its public page asks for a captcha, and we have no other way to it.
  captchaBlocked: state?.blocked ?? lacksToken,
  ultimoExito: iso(state?.lastSuccess),
  ultimoError: iso(state?.lastError?.at),
  circuito: CIRCUITS[state?.circuit ?? 'closed'],
  configurado: state !== null,
})

const healthOf = ({ blocked, circuit, lastError, lastSuccess }: GuardState): ProviderHealth['estado'] => {
  if (blocked) return 'bloqueado'
  const failedLast = lastError !== null && lastError.at > (lastSuccess ?? 0)
  return circuit === 'closed' && !failedLast ? 'ok' : 'degradado'
}

const FROM_BEST_TO_WORST: readonly ProviderHealth['estado'][] = ['ok', 'sin_configurar', 'degradado', 'bloqueado']

/** The health of a provider with several sources: the worst of them, with the latest success of all. */
export const worstHealth = (all: readonly [ProviderHealth, ...ProviderHealth[]]): ProviderHealth => {
  const [worst] = all.toSorted((a, b) => FROM_BEST_TO_WORST.indexOf(b.estado) - FROM_BEST_TO_WORST.indexOf(a.estado))
  const successes = all.flatMap(({ ultimoExito }) => ultimoExito ?? []).sort()
  return { ...(worst ?? all[0]), ultimoExito: successes.at(-1) ?? null }
}
