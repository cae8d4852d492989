import type { Register } from '../datasets/padron/index.ts'
import type { Origin, ProviderId, Taxpayer } from '../domain/records.ts'
import { hasValidCheckDigit } from '../domain/ruc.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './shared/answer.ts'
import { askedBefore } from './shared/asked-before.ts'
import { editionMemory } from './shared/edition-memory.ts'
import { firstAnswer } from './shared/first-answer.ts'
import { choiceInput, rucInput } from './shared/input.ts'
import { liveCompletion } from './shared/live-completion.ts'
import { includesTaxauth, KEEP_SECONDS, liveChain, TAXAUTH, type TaxpayerSources } from './shared/taxauth-chain.ts'
import { registerOrigins, toTaxpayer } from './shared/taxpayer-record.ts'

const RUC_PROVIDERS = [TAXAUTH, 'aggregator-a', 'aggregator-b'] as const

// Enough for the companies everybody asks about; a record and its written form take a kilobyte and a half.
const REMEMBERED = 8_192
const LATELY_ASKED = 4 * REMEMBERED

export interface RucQuery {
  numero?: string | undefined
  proveedor?: string | undefined
}

const answer = (data: Taxpayer, proveedor: ProviderId, origins: readonly Origin[]): Answer<Taxpayer> => ({
  data,
  proveedor,
  origins,
  maxAgeSeconds: KEEP_SECONDS,
  dependsOnToday: false,
})

/** The record of one taxpayer: from the register's copy, else from whoever can be asked. */
export const rucLookup = (given: TaxpayerSources) => {
  const { complete, isComplete } = liveCompletion(given.sources)
  const memory = editionMemory<Answer<Taxpayer>>(REMEMBERED)
  const isAskedAgain = askedBefore(LATELY_ASKED)

  /** What the register's edition says on its own; only what lacks nothing and is asked again is remembered. */
  const fromRegister = (reader: Register, ruc: string): Answer<Taxpayer> | Promise<Answer<Taxpayer>> | null => {
    const again = isAskedAgain(ruc)
    const recalled = again ? memory.recall([reader], ruc) : undefined
    if (recalled) return recalled
    const row = reader.byRuc(ruc)
    if (!row) return null
    const record = toTaxpayer(row)
    const origins = registerOrigins(reader)
    if (!isComplete(record))
      return complete(record).then((done) => answer(done.record, TAXAUTH, [...origins, ...done.origins]))
    const told = answer(record, TAXAUTH, origins)
    if (again) {
      told.recurring = {}
      memory.keep([reader], ruc, told)
    }
    return told
  }

  return (query: RucQuery): Answer<Taxpayer> | Promise<Answer<Taxpayer>> => {
    const ruc = rucInput('numero', query.numero)
    const proveedor = choiceInput('proveedor', query.proveedor, RUC_PROVIDERS)
    const reader = includesTaxauth(proveedor) ? given.register.current() : null
    return (reader && fromRegister(reader, ruc)) ?? fromOthers(given, ruc, proveedor)
  }
}

const fromOthers = async (
  given: TaxpayerSources,
  ruc: string,
  proveedor: (typeof RUC_PROVIDERS)[number] | undefined,
): Promise<Answer<Taxpayer>> => {
  const chain = liveChain(given, 'taxpayerByRuc', proveedor)
  // No such number was ever given out: the register holds a few stray ones, a live source could only waste a call.
  if (!hasValidCheckDigit(ruc)) {
    throw new Failure('not-found', 'El dígito verificador no corresponde: el RUC no existe', { campo: 'numero' })
  }
  const found = await firstAnswer(chain, (provider) => provider.ask(ruc))
  if (!found) throw new Failure('not-found', 'El RUC no figura en las fuentes consultadas')
  return answer(found.value, found.provider, [{ provider: found.provider, channel: found.channel }])
}
