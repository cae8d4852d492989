import type { Origin, Taxpayer } from '../../domain/records.ts'
import { isNaturalPersonRuc } from '../../domain/ruc.ts'
import type { LiveSources, SourceAnswer } from '../../sources/source.ts'
import { TAXAUTH } from './taxauth-chain.ts'

/** How long the register's answer waits for what the live page may add; what comes later serves the next question. */
const PATIENCE_MS = 2_500
/** How many wait at the same time, which is as many as one search attaches records to; the others take the row as it is. */
const MOST_WAITING = 5

export interface CompletedTaxpayer {
  record: Taxpayer
  /** The live page, when something of the record comes from it. */
  origins: readonly Origin[]
}

// Natural persons have no published address: for them only the type can be missing.
const lacks = (record: Taxpayer): boolean =>
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

/**
 * Fills what a register's row lacks from the live page, where one is configured. Its failures leave the row as it is,
 * and while an earlier question still hangs nobody else waits: a slow page must not slow the register.
 */
export const liveCompletion = (sources: Pick<LiveSources, 'answering'>) => {
  const livePage = () => sources.answering('taxpayerByRuc').find(({ id }) => id === TAXAUTH)
  let hanging = 0
  let waiting = 0

  const askLivePage = async (ruc: string): Promise<SourceAnswer<Taxpayer | null> | null> => {
    const page = livePage()
    if (!page || hanging > 0 || waiting >= MOST_WAITING) return null
    const asked: Promise<SourceAnswer<Taxpayer | null> | null> = page.ask(ruc).catch(() => null)
    waiting++
    const told = await within(PATIENCE_MS, asked).finally(() => waiting--)
    if (told !== LATE) return told
    hanging++
    void asked.finally(() => hanging--)
    return null
  }

  /** True when nobody could add anything: the record lacks nothing, or there is no live page to ask. */
  const isComplete = (record: Taxpayer): boolean => !lacks(record) || !livePage()

  const complete = async (record: Taxpayer): Promise<CompletedTaxpayer> => {
    const told = lacks(record) ? await askLivePage(record.numero) : null
    if (!told?.value) return { record, origins: [] }
    return { record: fillGaps(record, told.value), origins: [{ provider: TAXAUTH, channel: told.channel }] }
  }

  return { complete, isComplete }
}
