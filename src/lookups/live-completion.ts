import type { RegisterRow } from '../datasets/padron/index.ts'
import type { Origin, Taxpayer } from '../domain/records.ts'
import { isNaturalPersonRuc } from '../domain/ruc.ts'
import type { LiveSources, Told } from '../sources/source.ts'
import { TAXAUTH } from './taxauth-chain.ts'
import { toTaxpayer } from './taxpayer-record.ts'

/** What the live page may add before the register's answer goes out without it; what comes later serves the next question. */
const PATIENCE_MS = 1_500

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

const within = async <Value>(ms: number, promise: Promise<Value>): Promise<Value | null> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Fills what a register's row lacks from the live page, where one is configured; its failures leave the row as it is. */
export const liveCompletion =
  (sources: LiveSources, patienceMs = PATIENCE_MS) =>
  async (row: RegisterRow): Promise<CompletedTaxpayer> => {
    const record = toTaxpayer(row)
    const untouched = { record, origins: [] }
    if (!lacks(record)) return untouched
    const livePage = sources.answering('taxpayerByRuc').find(({ id }) => id === TAXAUTH)
    if (!livePage) return untouched
    const asked: Promise<Told<Taxpayer | null> | null> = livePage.ask(row.numero).catch(() => null)
    const told = await within(patienceMs, asked)
    if (!told?.value) return untouched
    return { record: fillGaps(record, told.value), origins: [{ provider: TAXAUTH, channel: told.channel }] }
  }
