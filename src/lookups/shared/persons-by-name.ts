import type { Register } from '../../datasets/padron/index.ts'
import { isNaturalPersonRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import { type FoundPersons, personWithRuc } from './persona-matches.ts'
import type { TaxpayerSources } from './taxauth-chain.ts'
import { registerOrigins } from './taxpayer-record.ts'
import { listByName } from './taxpayers-by-name.ts'

const MAX_MATCHES = 20

const omittedCompanies = (count: string, isOne: boolean): string =>
  `Se ${isOne ? 'omitió' : 'omitieron'} ${count} RUC de ${isOne ? 'empresa' : 'empresas'}; para buscar por razón social use /api/nombre`

const avisoOf = (companies: number, atLeast = false): { aviso?: string } =>
  companies > 0
    ? { aviso: omittedCompanies(`${atLeast ? 'al menos ' : ''}${companies}`, companies === 1 && !atLeast) }
    : {}

const nobody = ({ aviso }: { aviso?: string }): Failure =>
  new Failure('not-found', `Ninguna persona con RUC figura con ese nombre${aviso ? `. ${aviso}` : ''}`)

const inRegister = async (reader: Register, text: string): Promise<FoundPersons> => {
  const { persons, companies } = await reader.searchNames({ text, persons: MAX_MATCHES, companies: 0 })
  const aviso = avisoOf(companies.total)
  if (persons.rows.length === 0) throw nobody(aviso)
  return {
    matches: persons.rows.slice(0, MAX_MATCHES).map(personWithRuc),
    truncated: persons.total > MAX_MATCHES,
    origins: registerOrigins(reader),
    ...aviso,
  }
}

const onLivePage = async (given: TaxpayerSources, text: string): Promise<FoundPersons> => {
  const list = await listByName(given, text, ({ numero }) => isNaturalPersonRuc(numero))
  const aviso = avisoOf(list?.omitted ?? 0, list?.truncated)
  if (!list || list.rows.length === 0) throw nobody(aviso)
  return {
    matches: list.rows.slice(0, MAX_MATCHES).map(personWithRuc),
    truncated: list.truncated || list.rows.length > MAX_MATCHES,
    origins: [list.origin],
    ...aviso,
  }
}

/** People with a RUC by their name; companies of the same words are counted in the notice. */
export const findPersonsByName = (given: TaxpayerSources, text: string): Promise<FoundPersons> =>
  given.register.current() ? given.register.read((reader) => inRegister(reader, text)) : onLivePage(given, text)
