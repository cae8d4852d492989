import { aggregatorSource } from '../aggregator.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

/** A commercial service that speaks apiperu.dev. */
export const aggregatorB = aggregatorSource('aggregator-b', (get) => ({
  taxpayerByRuc: async (ruc) => parseTaxpayer(await get(`/api/ruc/${ruc}`), ruc),
  personByDni: async (dni) => parsePerson(await get(`/api/dni/${dni}`), dni),
}))
