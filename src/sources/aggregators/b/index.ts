import { aggregatorSource } from '../aggregator.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

/** A commercial service with the API of apiperu.dev. */
export const aggregatorB = aggregatorSource('aggregator-b', (get) => ({
  taxpayerByRuc: async (ruc, call) => parseTaxpayer(await get(`/api/ruc/${ruc}`, call), ruc),
  personByDni: async (dni, call) => parsePerson(await get(`/api/dni/${dni}`, call), dni),
}))
