import type { Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import { joinNames } from '../../domain/names/split.ts'
import type { Origin, PersonMatch, PersonNames, ProviderId } from '../../domain/records.ts'
import { rucOfDni } from '../../domain/ruc.ts'
import type { ListedTaxpayer } from '../../sources/source.ts'
import { firstAnswer } from '../shared/first-answer.ts'
import { NotFound } from '../shared/not-found.ts'
import { liveChain, refusedBy, TAXAUTH, type TaxpayerDeps } from '../shared/taxauth-chain.ts'
import { registerOrigins, toRegisterRow } from '../shared/taxpayer-record.ts'
import { type FoundPerson, type FoundPersons, personWithRuc } from './found-persons.ts'

/** A live source that knows people by DNI. */
interface DniSource {
  id: ProviderId
  ask(dni: string): Promise<{ value: FoundPerson[] | null; channel: Origin['channel'] }>
}

/**
 * One person by DNI: with the RUC when the tax authority has one, else by name alone. While nobody can say whether
 * there is a RUC, a directory's answer would pass for "has none": the question then fails with what is missing.
 */
export const findPersonsByDni = async (deps: TaxpayerDeps, dni: string): Promise<FoundPersons> => {
  const register = deps.register.current()
  const row = register?.byRuc(rucOfDni(dni))
  if (register && row) return { matches: [personWithRuc(row)], truncated: false, origins: registerOrigins(register) }

  const lists = taxpayerLists(deps)
  const directories = nameDirectories(deps)
  const ask = (source: DniSource) => source.ask(dni)
  const refused: Origin[] = []
  const inDirectories = () => (directories.length > 0 ? firstAnswer(directories, ask, refused) : null)
  const found = register
    ? await firstAnswer([...lists, ...directories], ask, refused)
    : ((await firstAnswer(lists, ask, refused)) ?? (await inDirectories()))
  if (!found)
    throw new NotFound(
      'El DNI no figura en las fuentes consultadas',
      refusedBy(deps, 'taxpayersByDni', undefined, refused),
    )
  const { value, provider, channel } = found
  return { matches: value, truncated: false, origins: [{ provider, channel }] }
}

/** Sources that list the RUCs of a DNI. */
const taxpayerLists = (deps: TaxpayerDeps): DniSource[] =>
  liveChain(deps, 'taxpayersByDni', undefined).map((provider) => ({
    id: provider.id,
    ask: async (dni) => {
      const { value, channel } = await provider.ask(dni)
      return { value: value && withRucs(deps.register, value), channel }
    },
  }))

/** Sources that know only whose DNI it is. */
const nameDirectories = ({ sources }: TaxpayerDeps): DniSource[] =>
  sources
    .answering('personByDni')
    .filter(({ id }) => id !== TAXAUTH)
    .map((provider) => ({
      id: provider.id,
      ask: async (dni) => {
        const { value, channel } = await provider.ask(dni)
        return { value: value && [withoutRuc(dni, value)], channel }
      },
    }))

/** The rows of a live list; the register's row of the same RUC is preferred, because it holds more. */
const withRucs = (register: Mirror<Register>, listed: readonly ListedTaxpayer[]): FoundPerson[] =>
  listed.map((one) => personWithRuc(register.current()?.byRuc(one.numero) ?? toRegisterRow(one)))

const withoutRuc = (dni: string, { apellidoPaterno, apellidoMaterno, nombres }: PersonNames): FoundPerson => {
  const names = { apellidoPaterno, apellidoMaterno, nombres }
  const match: PersonMatch = { dni, ruc: '', nombreCompleto: joinNames(names), ...names, estado: '', condicion: '' }
  return { match, row: null }
}
