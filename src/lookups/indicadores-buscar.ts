import type { LimaClock } from '../domain/lima-time.ts'
import type { ListedSeries } from '../domain/records.ts'
import { FREQUENCIES } from '../domain/series.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { waitAtMost } from '../kernel/wait-at-most.ts'
import type { LiveSources, SourceAnswer } from '../sources/source.ts'
import { isSearchable, openSeriesIndex, type SeriesIndex } from './indicadores-buscar/series-index.ts'
import type { Answer } from './shared/answer.ts'
import { choiceInput, limitInput, required } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'

const LIMITS = { usual: 50, most: 50 }
const LEAST_LENGTH = 2
const HOUR_SECONDS = 3_600
// Whether there is a new catalogue is asked this often; the source has it in memory.
const ASK_AGAIN_MS = 600_000
// The first question waits this long for the download. The next one finds it done.
const MAX_WAIT_MS = 15_000

export interface IndicadoresBuscarQuery {
  q?: string | undefined
  frecuencia?: string | undefined
  limite?: string | undefined
}

interface IndicadoresBuscarDeps {
  sources: Pick<LiveSources, 'answering'>
  clock: LimaClock
}

/** Series of the central bank's catalogue by words of their name or group, or by the beginning of their code. */
export const indicadoresBuscarLookup = (deps: IndicadoresBuscarDeps, maxWaitMs = MAX_WAIT_MS) => {
  const currentIndex = followCatalogue(deps, maxWaitMs)
  return async (query: IndicadoresBuscarQuery, trace?: Trace): Promise<Answer<ListedSeries[]>> => {
    const text = searchInput(query.q)
    const frecuencia = choiceInput('frecuencia', query.frecuencia, FREQUENCIES)
    const limit = limitInput(query.limite, LIMITS)
    const { index, channel } = await currentIndex(trace)
    const { series, total } = index.search({ text, frecuencia, limit })
    const origins = [{ provider: 'central-bank', channel } as const]
    if (total === 0) throw new NotFound('Ninguna serie del catálogo del banco central coincide', origins)
    return {
      data: series,
      total,
      ...(total > series.length && { truncado: true }),
      origins,
      maxAgeSeconds: HOUR_SECONDS,
      dependsOnToday: false,
    }
  }
}

const searchInput = (value: string | undefined): string => {
  const text = required('q', value)
  const problem =
    [...text].length < LEAST_LENGTH
      ? `q debe tener al menos ${LEAST_LENGTH} caracteres`
      : isSearchable(text)
        ? null
        : 'q debe tener letras o dígitos'
  if (problem) throw new Failure('invalid-input', problem, { campo: 'q' })
  return text
}

interface Followed {
  index: SeriesIndex
  channel: SourceAnswer<unknown>['channel']
}

/** The index of the catalogue as it is now: built once per edition, by the first question. */
const followCatalogue = ({ sources, clock }: IndicadoresBuscarDeps, maxWaitMs: number) => {
  let known: { edition: string; index: SeriesIndex; askAgainAt: number } | null = null
  let following: Promise<Followed> | null = null

  const follow = async (trace: Trace | undefined): Promise<Followed> => {
    const [provider] = sources.answering('seriesCatalogue', trace)
    if (!provider) throw new Failure('not-configured', 'El banco central no está configurado')
    const { value, channel } = await provider.ask()
    const index = known?.edition === value.edition ? known.index : await openSeriesIndex(value.text)
    known = { edition: value.edition, index, askAgainAt: clock.now() + ASK_AGAIN_MS }
    return { index, channel }
  }
  return async (trace: Trace | undefined): Promise<Followed> => {
    if (known && clock.now() < known.askAgainAt) return { index: known.index, channel: 'cache' }
    following ??= follow(trace).finally(() => {
      following = null
    })
    return waitAtMost(following, maxWaitMs, stillReading)
  }
}

const stillReading = (): Failure =>
  new Failure(
    'upstream-unavailable',
    'El catálogo del banco central aún se está leyendo; repita la consulta en breve',
    {
      detail: 'catalogue still loading',
    },
  )
