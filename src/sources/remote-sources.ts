import type { ProviderId } from '../domain/records.ts'
import type { Trace, Tracer } from '../kernel/tracing/tracer.ts'
import type { AskParent } from '../kernel/worker.ts'
import type { LiveSources, Provider, Questions } from './source.ts'

const QUESTIONS = Object.keys({
  taxpayerByRuc: true,
  taxpayersByName: true,
  taxpayersByDni: true,
  personByDni: true,
  policyByPlate: true,
  voucher: true,
  currentRate: true,
  ratesOfMonth: true,
  series: true,
  seriesCatalogue: true,
} satisfies Record<keyof Questions, true>) as (keyof Questions)[]

/** The providers of each question, in the order in which they are tried. */
export type ProviderNames = Record<keyof Questions, readonly ProviderId[]>

interface SourceQuestion {
  question: keyof Questions
  /** The provider's position among those of the question. */
  provider: number
  input: readonly unknown[]
  /** Where in a trace the call belongs. */
  traceparent?: string | undefined
}

/** What an HTTP thread asks of the thread that has the sources. */
export type SourceTasks = {
  askSource(asked: SourceQuestion): Promise<unknown>
}

type AnswerAny = (...input: unknown[]) => Promise<unknown>

/** The sources as other HTTP threads of this process ask them: every question passes the guards of this thread. */
export const shareSources = (
  sources: Pick<LiveSources, 'answering'>,
  tracer: Tracer | undefined,
): { providers: ProviderNames; tasks: SourceTasks } => ({
  providers: Object.fromEntries(
    QUESTIONS.map((question) => [question, sources.answering(question).map(({ id }) => id)]),
  ) as Partial<ProviderNames> as ProviderNames,
  tasks: {
    askSource: async ({ question, provider, input, traceparent }) => {
      const trace = traceparent === undefined ? undefined : tracer?.under(traceparent)
      const asked = sources.answering(question, trace)[provider]
      if (!asked) throw new RangeError('no such provider')
      return (asked.ask as AnswerAny)(...input)
    },
  },
})

/** The sources in a thread that has none: its questions are asked of the thread that has them. */
export const remoteSources = (names: ProviderNames, ask: AskParent): Pick<LiveSources, 'answering'> => {
  const providersOf = (question: keyof Questions, trace?: Trace): readonly Provider<keyof Questions>[] =>
    names[question].map((id, provider) => ({
      id,
      ask: ((...input: unknown[]) =>
        ask<SourceTasks, 'askSource'>('askSource', {
          ...{ question, provider, input },
          ...(trace && { traceparent: trace.traceparent() }),
        })) as Provider<keyof Questions>['ask'],
    }))
  const providers = new Map(QUESTIONS.map((question) => [question, providersOf(question)]))
  return {
    answering: <Question extends keyof Questions>(question: Question, trace?: Trace) =>
      (trace
        ? providersOf(question, trace)
        : (providers.get(question) ?? [])) as unknown as readonly Provider<Question>[],
  }
}
