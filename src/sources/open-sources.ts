import type { LimaClock } from '../domain/lima-time.ts'
import { PROVIDER_IDS, type ProviderHealth, type ProviderId } from '../domain/records.ts'
import { type Guard, type GuardEvent, type GuardState, openGuard } from '../kernel/guard/guard.ts'
import { type OpenUpstream, openUpstream } from '../kernel/http/client.ts'
import { providerHealth, worstHealth } from './health.ts'
import type { LiveSources, Provider, Questions, Source, SourceSettings } from './source.ts'

export type SourcesSettings = Partial<Record<ProviderId, SourceSettings>>

export interface SourceOptions {
  clock: LimaClock
  /** Who we are to every source: `product/version (+contact)`. */
  userAgent: string
  /** In place of every source's own time-out and spacing. */
  timeoutMs?: number | undefined
  spacingMs?: number | undefined
  /** In place of how long a broken or blocked source is left alone. */
  recoveryMs?: number | undefined
  /** For logs and metrics. */
  onEvent?: ((provider: ProviderId, event: GuardEvent) => void) | undefined
}

export interface OpenSources extends LiveSources {
  /** The guards of the sources that can be asked, for metrics. */
  guards(): ReadonlyMap<ProviderId, GuardState>
}

/** A source with its settings applied: what it can be asked, and what is around it. */
interface Opened {
  id: ProviderId
  questions: Partial<Questions>
  guard: Guard
  upstream: OpenUpstream
  /** It stands behind a verification that this installation has no token for. */
  walled: boolean
}

type AnyQuestion = (...args: unknown[]) => Promise<unknown>

export const openSourceList = (
  sources: readonly Source[],
  settings: SourcesSettings,
  options: SourceOptions,
): OpenSources => {
  const opened = sources.flatMap((source) => {
    const own = settings[source.id]
    return own ? [openSource(source, own, options)] : []
  })
  const providers = providersByQuestion(opened)
  const askable = opened.filter(({ questions, walled }) => !walled && Object.keys(questions).length > 0)

  return {
    answering: <Question extends keyof Questions>(question: Question) =>
      (providers.get(question) ?? []) as readonly Provider<Question>[],
    health: () => {
      const state = (id: ProviderId): ProviderHealth => {
        const walled = opened.some((one) => one.id === id && one.walled)
        const states = askable.filter((one) => one.id === id).map(({ guard }) => guard.state())
        const [first = providerHealth(null, walled), ...rest] = states.map((one) => providerHealth(one, walled))
        return worstHealth([first, ...rest])
      }
      return Object.fromEntries(PROVIDER_IDS.map((id) => [id, state(id)])) as Record<ProviderId, ProviderHealth>
    },
    guards: () => new Map(askable.map(({ id, guard }) => [id, guard.state()])),
    close: async () => {
      for (const { guard } of opened) guard.close()
      await Promise.all(opened.map(({ upstream }) => upstream.close()))
    },
  }
}

const openSource = (source: Source, settings: SourceSettings, options: SourceOptions): Opened => {
  const { clock, userAgent, timeoutMs, spacingMs, recoveryMs, onEvent } = options
  const policy = {
    ...source.policy,
    timeoutMs: timeoutMs ?? source.policy.timeoutMs,
    spacingMs: spacingMs ?? source.policy.spacingMs,
    breakMs: recoveryMs ?? source.policy.breakMs,
    blockedMs: recoveryMs ?? source.policy.blockedMs,
  }
  const upstream = openUpstream({ origin: settings.origin, userAgent, clock })
  return {
    id: source.id,
    questions: source.open(upstream, settings, clock),
    guard: openGuard(policy, clock, (event) => onEvent?.(source.id, event)),
    upstream,
    walled: source.blockedWithoutToken === true && !settings.token,
  }
}

const providersByQuestion = (opened: readonly Opened[]): Map<keyof Questions, Provider<keyof Questions>[]> => {
  const providers = new Map<keyof Questions, Provider<keyof Questions>[]>()
  for (const source of opened) {
    for (const [name, question] of Object.entries(source.questions)) {
      const key = name as keyof Questions
      const provider = { id: source.id, ask: guarded(source, name, question as AnyQuestion) }
      providers.set(key, [...(providers.get(key) ?? []), provider as Provider<keyof Questions>])
    }
  }
  return providers
}

/** A walled source is not called at all: its questions fail by themselves, and no guard has to find that out. */
const guarded = ({ guard, walled }: Opened, name: string, question: AnyQuestion) =>
  walled
    ? async (...args: unknown[]) => ({ value: await question(...args), channel: 'live' as const })
    : (...args: unknown[]) => guard.ask(questionKey(name, args), () => question(...args))

/** Equal questions have equal keys, in whatever order a window's fields were written. */
export const questionKey = (name: string, args: readonly unknown[]): string => {
  let key = name
  for (const arg of args) key += `\n${typeof arg === 'string' ? arg : JSON.stringify(sorted(arg))}`
  return key
}

const sorted = (arg: unknown): unknown =>
  typeof arg === 'object' && arg !== null ? Object.entries(arg).sort(([a], [b]) => (a < b ? -1 : 1)) : arg
