import type { ProviderHealth } from '../domain/records.ts'
import type { GuardState } from '../kernel/guard/guard.ts'

const CIRCUITS = { closed: 'cerrado', open: 'abierto', 'half-open': 'semiabierto' } as const

const iso = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString())

/** One source as health shows it; `state` is null when this installation cannot ask it. */
export const providerHealth = (state: GuardState | null, walled: boolean): ProviderHealth => ({
  estado: state ? verdict(state) : walled ? 'bloqueado' : 'sin_configurar',
  captchaBlocked: state?.blocked ?? walled,
  ultimoExito: iso(state?.lastSuccess),
  ultimoError: iso(state?.lastError?.at),
  circuito: CIRCUITS[state?.circuit ?? 'closed'],
  configurado: state !== null,
})

const verdict = ({ blocked, circuit, lastError, lastSuccess }: GuardState): ProviderHealth['estado'] => {
  if (blocked) return 'bloqueado'
  const failedLast = lastError !== null && lastError.at > (lastSuccess ?? 0)
  return circuit === 'closed' && !failedLast ? 'ok' : 'degradado'
}

const GRAVITY: readonly ProviderHealth['estado'][] = ['ok', 'sin_configurar', 'degradado', 'bloqueado']

/** A provider that is reached on several ways is as well as the worst of them, and answered when the last of them did. */
export const worstHealth = (ways: readonly [ProviderHealth, ...ProviderHealth[]]): ProviderHealth => {
  const [worst] = ways.toSorted((a, b) => GRAVITY.indexOf(b.estado) - GRAVITY.indexOf(a.estado))
  const successes = ways.flatMap(({ ultimoExito }) => ultimoExito ?? []).sort()
  return { ...(worst ?? ways[0]), ultimoExito: successes.at(-1) ?? null }
}
