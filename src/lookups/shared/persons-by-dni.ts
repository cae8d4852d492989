import type { Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import { joinNames } from '../../domain/names/split.ts'
import type { PersonMatch, PersonNames, ProviderId } from '../../domain/records.ts'
import { rucOfDni } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import type { ListedTaxpayer, SourceAnswer } from '../../sources/source.ts'
import { firstAnswer } from './first-answer.ts'
import { type FoundPerson, type FoundPersons, personWithRuc } from './persona-matches.ts'
import { liveChain, TAXAUTH, type TaxpayerSources } from './taxauth-chain.ts'
import { registerOrigins, toRegisterRow } from './taxpayer-record.ts'

/** What a source tells about a DNI: the RUCs it is linked to, or only whose it is. */
type ToldOfDni = { rucs: ListedTaxpayer[] } | { names: PersonNames }

interface DniSource {
  id: ProviderId
  ask(): Promise<SourceAnswer<ToldOfDni | null>>
}

const mapTold = <From, To>(
  { value, channel }: SourceAnswer<From | null>,
  map: (value: From) => To,
): SourceAnswer<To | null> => ({
  value: value === null ? null : map(value),
  channel,
})

const withoutRuc = (dni: string, { apellidoPaterno, apellidoMaterno, nombres }: PersonNames): FoundPerson => {
  const names = { apellidoPaterno, apellidoMaterno, nombres }
  const match: PersonMatch = { dni, ruc: '', nombreCompleto: joinNames(names), ...names, estado: '', condicion: '' }
  return { match, row: null }
}

/** Rows of the live list; what the register knows of the same RUC tells more. */
const withRucs = (register: Mirror<Register>, listed: readonly ListedTaxpayer[]): FoundPerson[] =>
  listed.map((one) => personWithRuc(register.current()?.byRuc(one.numero) ?? toRegisterRow(one)))

/**
 * One person by DNI: with the RUC when the tax authority has one, else by name alone. While nobody can say whether
 * there is a RUC, a directory's answer would pass for "has none": the question then fails with what is missing.
 */
export const findPersonsByDni = async (given: TaxpayerSources, dni: string): Promise<FoundPersons> => {
  const reader = given.register.current()
  const row = reader?.byRuc(rucOfDni(dni))
  if (reader && row) return { matches: [personWithRuc(row)], truncated: false, origins: registerOrigins(reader) }

  const lists = liveChain(given, 'taxpayersByDni', undefined).map(
    (provider): DniSource => ({
      id: provider.id,
      ask: async () => mapTold(await provider.ask(dni), (rucs) => ({ rucs })),
    }),
  )
  const directories = given.sources
    .answering('personByDni')
    .filter(({ id }) => id !== TAXAUTH)
    .map(
      (provider): DniSource => ({
        id: provider.id,
        ask: async () => mapTold(await provider.ask(dni), (names) => ({ names })),
      }),
    )
  const ask = (source: DniSource) => source.ask()
  const found = reader
    ? await firstAnswer([...lists, ...directories], ask)
    : ((await firstAnswer(lists, ask)) ?? (directories.length > 0 ? await firstAnswer(directories, ask) : null))
  if (!found) throw new Failure('not-found', 'El DNI no figura en las fuentes consultadas')
  const { value, provider, channel } = found
  return {
    matches: 'rucs' in value ? withRucs(given.register, value.rucs) : [withoutRuc(dni, value.names)],
    truncated: false,
    origins: [{ provider, channel }],
  }
}
