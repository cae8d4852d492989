import type { ProviderId } from '../domain/records.ts'
import type { GuardState } from '../kernel/guard.ts'
import type { ProviderHealth } from './source.ts'

/** Every provider that `/api/health` speaks of, whether this installation can ask it or not. */
export const PROVIDER_IDS: readonly ProviderId[] = [
  'taxauth-scraper',
  'public-dni-directory',
  'aggregator-a',
  'aggregator-b',
  'taxauth-tc',
  'central-bank',
  'insurance-registry',
]

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
