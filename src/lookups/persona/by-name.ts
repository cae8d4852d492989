import type { Register } from '../../datasets/padron/index.ts'
import type { Origin } from '../../domain/records.ts'
import { isNaturalPersonRuc } from '../../domain/ruc.ts'
import { NotFound } from '../shared/not-found.ts'
import type { TaxpayerDeps } from '../shared/taxauth-chain.ts'
import { registerOrigins } from '../shared/taxpayer-record.ts'
import { listByName } from '../shared/taxpayers-by-name.ts'
import { type FoundPersons, personWithRuc } from './found-persons.ts'

const MAX_MATCHES = 20

/** People with a RUC by their name. The notice (`aviso`) says how many companies with the same words were left out. */
export const findPersonsByName = (deps: TaxpayerDeps, text: string): Promise<FoundPersons> =>
  deps.register.current() ? deps.register.read((register) => inRegister(register, text)) : onLivePage(deps, text)

const omittedCompanies = (count: string, isOne: boolean): string =>
  `Se ${isOne ? 'omitió' : 'omitieron'} ${count} RUC de ${isOne ? 'empresa' : 'empresas'}; para buscar por razón social use /api/nombre`

const avisoOf = (companies: number, atLeast = false): { aviso?: string } =>
  companies > 0
    ? { aviso: omittedCompanies(`${atLeast ? 'al menos ' : ''}${companies}`, companies === 1 && !atLeast) }
    : {}

const nobodyFound = ({ aviso }: { aviso?: string }, origins: readonly Origin[]): NotFound =>
  new NotFound(`Ninguna persona con RUC figura con ese nombre${aviso ? `. ${aviso}` : ''}`, origins)

const inRegister = async (register: Register, text: string): Promise<FoundPersons> => {
  const { persons, companies } = await register.searchNames({ text, persons: MAX_MATCHES, companies: 0 })
  const aviso = avisoOf(companies.total)
  if (persons.rows.length === 0) throw nobodyFound(aviso, registerOrigins(register))
  return {
    matches: persons.rows.slice(0, MAX_MATCHES).map(personWithRuc),
    truncated: persons.total > MAX_MATCHES,
    origins: registerOrigins(register),
    ...aviso,
  }
}

const onLivePage = async (deps: TaxpayerDeps, text: string): Promise<FoundPersons> => {
  const refused: Origin[] = []
  const list = await listByName(deps, text, ({ numero }) => isNaturalPersonRuc(numero), refused)
  const aviso = avisoOf(list?.omitted ?? 0, list?.truncated)
  if (!list || list.rows.length === 0) throw nobodyFound(aviso, list ? [list.origin] : refused)
  return {
    matches: list.rows.slice(0, MAX_MATCHES).map(personWithRuc),
    truncated: list.truncated || list.rows.length > MAX_MATCHES,
    origins: [list.origin],
    ...aviso,
  }
}
