import type { ListedParty, PartyRecord } from '../../../domain/screening/party.ts'
import type { UsParty } from './party.ts'
import { splitRemarks } from './statements.ts'

/** SDN and consolidated entries share their numbers: one party, with all that both say of it. */
export const mergeParts = (sdn: Map<string, UsParty>, consolidated: Map<string, UsParty>): ListedParty[] => {
  const merged = new Map(sdn)
  for (const [referencia, other] of consolidated) {
    const known = merged.get(referencia)
    merged.set(referencia, known ? mergeParties(known, other) : other)
  }
  return [...merged.values()].sort((a, b) => Number(a.referencia) - Number(b.referencia))
}

const mergeParties = (party: UsParty, other: UsParty): UsParty => {
  const record = mergeRecords(party.record, other.record)
  const [main] = other.names
  // A party that the two lists call by different names is known by both.
  if (main && main.text !== party.names[0]?.text && !record.aliases.includes(main.text)) record.aliases.push(main.text)
  const names = new Set(party.names.map(({ text }) => text))
  const numbers = new Set(party.documents.map(({ number }) => number))
  return {
    ...party,
    programa: record.programmes.join(', '),
    names: [
      ...party.names,
      ...other.names
        .filter(({ text }) => !names.has(text))
        .map((name) => (name.kind === 'principal' ? { ...name, kind: 'alias' as const } : name)),
    ],
    documents: [...party.documents, ...other.documents.filter(({ number }) => !numbers.has(number))],
    record,
  }
}

const mergeRecords = (one: PartyRecord, other: PartyRecord): PartyRecord => ({
  births: union(one.births, other.births),
  birthPlaces: union(one.birthPlaces, other.birthPlaces),
  nationalities: union(one.nationalities, other.nationalities),
  countries: union(one.countries, other.countries),
  addresses: union(one.addresses, other.addresses),
  programmes: union(one.programmes, other.programmes),
  aliases: union(one.aliases, other.aliases),
  documents: union(one.documents, other.documents),
  links: union(one.links, other.links),
  positions: union(one.positions, other.positions),
  particulars: union(one.particulars, other.particulars),
  remarks: union(splitRemarks(one.remarks), splitRemarks(other.remarks)).join('; '),
  listedOn: one.listedOn || other.listedOn,
  page: one.page,
})

/** The values of both, each once. */
const union = <Value>(one: readonly Value[], other: readonly Value[]): Value[] => {
  const found = new Map([...one, ...other].map((value) => [JSON.stringify(value), value]))
  return [...found.values()]
}
