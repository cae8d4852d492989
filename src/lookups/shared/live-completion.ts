import type { Origin, Taxpayer } from '../../domain/records.ts'
import { isNaturalPersonRuc } from '../../domain/ruc.ts'
import type { Trace } from '../../kernel/tracing/tracer.ts'
import type { LiveSources, Provider } from '../../sources/source.ts'
import { TAXAUTH } from './taxauth-chain.ts'

/** How long an answer waits for the live page; what comes later is in the source's cache for the next question. */
const WAIT_MS = 2_500
/** How many wait at the same time: as many as one search attaches records to. Others take the row as it is. */
const MAX_WAITING = 5

export interface CompletedTaxpayer {
  record: Taxpayer
  /** The live page, when it was asked and has the record. */
  origins: readonly Origin[]
}

// Natural persons have no published address: for them only the type can be missing.
const hasGaps = (record: Taxpayer): boolean =>
  record.tipo === '' || record.condicion === '' || (record.direccion === '' && !isNaturalPersonRuc(record.numero))

const ADDRESS = ['direccion', 'ubigeo', 'departamento', 'provincia', 'distrito'] as const

const fillGaps = (record: Taxpayer, live: Taxpayer): Taxpayer => {
  const address = record.direccion === '' && live.direccion !== '' ? ADDRESS : []
  return {
    ...record,
    tipo: record.tipo || live.tipo,
    condicion: record.condicion || live.condicion,
    ...Object.fromEntries(address.map((field) => [field, live[field] || record[field]])),
  }
}

const LATE = Symbol('late')

const within = async <Value>(ms: number, promise: Promise<Value>): Promise<Value | typeof LATE> => {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(resolve, ms, LATE)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

type LivePage = Provider<'taxpayerByRuc'>

/**
 * Fills what a register's row lacks from the live page, where one is configured. When the page fails the row stays as it
 * is. While a call to it is late nobody else waits: a slow page must not slow the register.
 */
export const liveCompletion = (sources: Pick<LiveSources, 'answering'>) => {
  const livePage = (trace?: Trace) => sources.answering('taxpayerByRuc', trace).find(({ id }) => id === TAXAUTH)
  let late = 0
  let waiting = 0

  const askLivePage = async (ruc: string, trace?: Trace): Promise<Awaited<ReturnType<LivePage['ask']>> | null> => {
    const page = livePage(trace)
    if (!page || late > 0 || waiting >= MAX_WAITING) return null
    const asked = page.ask(ruc).catch(() => null)
    waiting++
    const answer = await within(WAIT_MS, asked).finally(() => waiting--)
    if (answer !== LATE) return answer
    late++
    void asked.finally(() => late--)
    return null
  }

  /** True when nothing can be added: the record has no gaps, or there is no live page to ask. */
  const isComplete = (record: Taxpayer): boolean => !hasGaps(record) || !livePage()

  const complete = async (record: Taxpayer, trace?: Trace): Promise<CompletedTaxpayer> => {
    const found = hasGaps(record) ? await askLivePage(record.numero, trace) : null
    if (!found?.value) return { record, origins: [] }
    return { record: fillGaps(record, found.value), origins: [{ provider: TAXAUTH, channel: found.channel }] }
  }

  return { complete, isComplete }
}
