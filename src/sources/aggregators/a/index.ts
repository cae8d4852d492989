import { aggregatorSource } from '../aggregator.ts'
import { isMissingPath } from '../reply.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

/** A commercial service with the API of decolecta v1. */
export const aggregatorA = aggregatorSource('aggregator-a', (get) => ({
  async taxpayerByRuc(ruc, call) {
    // Only the long form has the taxpayer's type; some accounts have only the short one.
    const long = await get(`/v1/sunat/ruc/full?numero=${ruc}`, call)
    return parseTaxpayer(isMissingPath(long) ? await get(`/v1/sunat/ruc?numero=${ruc}`, call) : long, ruc)
  },
  personByDni: async (dni, call) => parsePerson(await get(`/v1/reniec/dni?numero=${dni}`, call), dni),
}))
