import type { Origin, ProviderId, Taxpayer } from '../domain/records.ts'
import { hasValidCheckDigit } from '../domain/ruc.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './answer.ts'
import { firstAnswer } from './first-answer.ts'
import { choiceInput, rucInput } from './input.ts'
import { liveCompletion } from './live-completion.ts'
import { includesTaxauth, KEEP_SECONDS, liveChain, TAXAUTH, type TaxpayerSources } from './taxauth-chain.ts'
import { registerOrigin } from './taxpayer-record.ts'

export const RUC_PROVIDERS = [TAXAUTH, 'aggregator-a', 'aggregator-b'] as const

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
  const complete = liveCompletion(given.sources)
  return async (query: RucQuery): Promise<Answer<Taxpayer>> => {
    const ruc = rucInput('numero', query.numero)
    const proveedor = choiceInput('proveedor', query.proveedor, RUC_PROVIDERS)

    const reader = includesTaxauth(proveedor) ? given.register.current() : null
    const row = reader?.byRuc(ruc)
    if (reader && row) {
      const origin = registerOrigin(reader)
      const { record, origins } = await complete(row)
      return answer(record, TAXAUTH, [origin, ...origins])
    }

    const chain = liveChain(given, 'taxpayerByRuc', proveedor)
    // No such number was ever given out: the register holds a few stray ones, a live source could only waste a call.
    if (!hasValidCheckDigit(ruc)) {
      throw new Failure('not-found', 'El dígito verificador no corresponde: el RUC no existe', { campo: 'numero' })
    }
    const found = await firstAnswer(chain, (provider) => provider.ask(ruc))
    if (!found) throw new Failure('not-found', 'El RUC no figura en las fuentes consultadas')
    return answer(found.value, found.provider, [{ provider: found.provider, channel: found.channel }])
  }
}
