import type { LimaClock } from '../domain/lima-time.ts'
// Not from `records.ts`: the schemas there take longer to load than a command takes to answer.
import { PROVIDER_IDS } from '../domain/records/providers.ts'
import type { ProviderHealth, ProviderId } from '../domain/records.ts'
import { type CallContext, type Guard, type GuardActivity, type GuardEvent, openGuard } from '../kernel/guard/guard.ts'
import { type OpenUpstream, openUpstream } from '../kernel/http/client.ts'
import type { Log } from '../kernel/log.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { OpenFleet } from './fleet/index.ts'
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
  /** In place of how long a failing or blocked source is not asked. */
  recoveryMs?: number | undefined
  /** Shares every source with other processes. */
  openFleet?: OpenFleet | undefined
  /** For the log. */
  onEvent?: ((provider: ProviderId, event: GuardEvent) => void) | undefined
}

/** A source with its settings applied. */
interface OpenedSource {
  id: ProviderId
  questions: Partial<Questions>
  guard: Guard
  upstream: OpenUpstream
  /** It asks for a verification, and this installation has no token for it. */
  lacksToken: boolean
}

type AnyQuestion = (...args: unknown[]) => Promise<unknown>

/** Opens those of the listed sources that have settings, each behind a guard of its own. */
export const openSourceList = (
  sources: readonly Source[],
  settings: SourcesSettings,
  options: SourceOptions,
): LiveSources => {
  const opened = sources.flatMap((source, index) => {
    const own = settings[source.id]
    // A provider may have several sources.
    const number = sources.slice(0, index).filter(({ id }) => id === source.id).length
    return own ? [openSource(source, own, options, number)] : []
  })
  const providers = providersByQuestion(opened)
  const askable = opened.filter(({ questions, lacksToken }) => !lacksToken && Object.keys(questions).length > 0)

  return {
    answering: <Question extends keyof Questions>(question: Question, trace?: Trace) =>
      (trace
        ? tracedProviders(opened, question, trace)
        : (providers.get(question) ?? [])) as readonly Provider<Question>[],
    health: () => {
      const state = (id: ProviderId): ProviderHealth => {
        const lacksToken = opened.some((one) => one.id === id && one.lacksToken)
        const states = askable.filter((one) => one.id === id).map(({ guard }) => guard.state())
        const [first = providerHealth(null, lacksToken), ...rest] = states.map((one) => providerHealth(one, lacksToken))
        return worstHealth([first, ...rest])
      }
      return Object.fromEntries(PROVIDER_IDS.map((id) => [id, state(id)])) as Record<ProviderId, ProviderHealth>
    },
    activity: () => sumActivity(askable),
    close: async () => {
      for (const { guard } of opened) guard.close()
      await Promise.all(opened.map(({ upstream }) => upstream.close()))
    },
  }
}

const openSource = (source: Source, settings: SourceSettings, options: SourceOptions, number: number): OpenedSource => {
  const { clock, userAgent, timeoutMs, spacingMs, recoveryMs, openFleet, onEvent } = options
  const policy = {
    ...source.policy,
    timeoutMs: (source.isDownload ? undefined : timeoutMs) ?? source.policy.timeoutMs,
    spacingMs: spacingMs ?? source.policy.spacingMs,
    breakMs: recoveryMs ?? source.policy.breakMs,
    blockedMs: recoveryMs ?? source.policy.blockedMs,
  }
  const fleet = openFleet?.(`${source.id} ${number} ${settings.sharedAs ?? settings.origin}`, policy)
  const upstream = openUpstream({ origin: settings.origin, userAgent, clock })
  return {
    id: source.id,
    questions: source.open(upstream, settings, clock),
    guard: openGuard(policy, clock, (event) => onEvent?.(source.id, event), fleet),
    upstream,
    lacksToken: source.blockedWithoutToken === true && !settings.token,
  }
}

const providersByQuestion = (opened: readonly OpenedSource[]): Map<keyof Questions, Provider<keyof Questions>[]> => {
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

/** The same providers for one question of a request that is traced. */
const tracedProviders = (opened: readonly OpenedSource[], name: keyof Questions, trace: Trace) =>
  opened.flatMap((source) => {
    const question = source.questions[name] as AnyQuestion | undefined
    return question
      ? [{ id: source.id, ask: guarded(source, name, tracedCalls(source.id, name, question, trace)) }]
      : []
  })

/**
 * One span per call, a second attempt included. Nothing is sent to the source: no upstream is ours, and the header would tell
 * it which of its visits belong together. What the cache answers or an equal question shares makes no call and no span.
 */
const tracedCalls = (id: ProviderId, name: string, question: AnyQuestion, trace: Trace): AnyQuestion => {
  let attempt = 0
  return (...args) => {
    const attributes = { 'peer.service': id, 'chasqui.question': name, 'chasqui.attempt': ++attempt }
    return trace.span({ name: `upstream ${id}`, kind: 'client', attributes }, () => question(...args))
  }
}

// A source without its token is not called: its questions throw at once, so they need neither guard nor time limit.
const UNGUARDED: CallContext = { signal: new AbortController().signal, pause: async () => {} }

const guarded = ({ guard, lacksToken }: OpenedSource, name: string, question: AnyQuestion) =>
  lacksToken
    ? async (...input: unknown[]) => ({ value: await question(...input, UNGUARDED), channel: 'live' as const })
    : (...input: unknown[]) => guard.ask(questionKey(name, input), (call) => question(...input, call))

/** By provider: one with several sources has several guards. */
const sumActivity = (sources: readonly OpenedSource[]): Map<ProviderId, GuardActivity> => {
  const sums = new Map<ProviderId, GuardActivity>()
  for (const { id, guard } of sources) {
    const activity = guard.activity()
    const before = sums.get(id)
    if (before) for (const name of Object.keys(activity) as (keyof GuardActivity)[]) activity[name] += before[name]
    sums.set(id, activity)
  }
  return sums
}

/** Equal questions have equal keys, in whatever order a window's fields were written. */
export const questionKey = (name: string, args: readonly unknown[]): string => {
  let key = name
  for (const arg of args) key += `\n${typeof arg === 'string' ? arg : JSON.stringify(sorted(arg))}`
  return key
}

const sorted = (arg: unknown): unknown =>
  typeof arg === 'object' && arg !== null ? Object.entries(arg).sort(([a], [b]) => (a < b ? -1 : 1)) : arg

/** Logs what an operator must know: a source that changed its format or met our bug, and every change of availability. */
export const logSourceEvent =
  (log: Log) =>
  (source: ProviderId, event: GuardEvent): void => {
    if (event.type !== 'called') return log.warn({ source, event: event.type }, 'source state changed')
    if (event.outcome !== 'upstream-changed' && event.outcome !== 'bug') return
    log.error({ source, outcome: event.outcome, detail: event.detail }, 'source answer not understood')
  }
