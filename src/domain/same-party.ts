import { type ListId, UN_REFERENCE } from './lists.ts'
import { readBirth } from './screening/facts/births.ts'
import { eachValue } from './screening/index/hash-table.ts'
import { hashOfKey, listedKeys } from './screening/index/listed-documents.ts'
import type { NameIndex } from './screening/index/name-index.ts'
import { bareNumber } from './screening/listed-number.ts'
import { ExactNames } from './screening/match/exact-names.ts'
import { QuestionReader } from './screening/match/question.ts'
import type { ListedDocument, ListedParty } from './screening/party.ts'

/** How a list names a party of another one. */
export interface PartyReference {
  fuente: ListId
  referencia: string
}

const UN: ListId = 'UN'

/** The number that the UN gives to a party of another list, as one of its documents: it is found by it, and linked by it. */
const unNumber = (written: string): ListedDocument => ({
  ...{ kind: 'other', country: UN, number: bareNumber(written) },
})

const unNumbersOf = ({ fuente, referencia, documents }: ListedParty): string[] =>
  fuente === UN ? [bareNumber(referencia)] : documents.filter(isUnNumber).map(({ number }) => number)

const isUnNumber = ({ country }: ListedDocument): boolean => country === UN

/**
 * Tells which entries of several lists are one party: both name the same UN number, or a full name is equal and a birth date or
 * a document is equal too. Nothing weaker joins them. What it makes of a list goes with the list.
 */
export class SameParties {
  readonly #questions = new QuestionReader()
  readonly #exactNames = new WeakMap<NameIndex, ExactNames>()
  readonly #unReferences = new WeakMap<NameIndex, ReadonlyMap<string, number>>()

  /** The entries of the other lists that are this party, in the order of the lists. */
  of(party: ListedParty, lists: ReadonlyMap<ListId, NameIndex>): PartyReference[] {
    const facts = identifyingFacts(party)
    return [...lists].flatMap(([fuente, index]) => {
      if (fuente === party.fuente) return []
      const found = new Set([
        ...unNumbersOf(party).flatMap((number) => this.#withUnNumber(fuente, index, number)),
        ...(facts.size > 0 ? this.#withName(party, index, facts) : []),
      ])
      return [...found].map((partyId) => ({ fuente, referencia: (index.parties[partyId] as ListedParty).referencia }))
    })
  }

  #withUnNumber(fuente: ListId, index: NameIndex, number: string): number[] {
    if (fuente === UN) return [this.#byUnReference(index).get(number) ?? []].flat()
    const found: number[] = []
    eachValue(index.documents, hashOfKey(`N:${number}`), (partyId): undefined => {
      const { documents } = index.parties[partyId] as ListedParty
      if (documents.some((one) => isUnNumber(one) && one.number === number)) found.push(partyId)
    })
    return found
  }

  /** Entries with an equal name, main or strong, that have a birth or a number of the party's. */
  #withName(party: ListedParty, index: NameIndex, facts: ReadonlySet<string>): number[] {
    const found = new Set<number>()
    for (const { text, kind } of party.names) {
      const question = kind === 'alias-debil' ? null : this.#questions.read(text)
      // One word is no full name of a person.
      if (!question || (party.tipo === 'individual' && question.core.length < 2)) continue
      this.#exactNamesOf(index).each(question, (nameId) => {
        found.add(index.partyOfName[nameId] as number)
      })
    }
    return [...found].filter((partyId) => {
      const other = identifyingFacts(index.parties[partyId] as ListedParty)
      return [...facts].some((fact) => other.has(fact))
    })
  }

  #exactNamesOf(index: NameIndex): ExactNames {
    const names = this.#exactNames.get(index) ?? new ExactNames(index)
    this.#exactNames.set(index, names)
    return names
  }

  #byUnReference(index: NameIndex): ReadonlyMap<string, number> {
    const known = this.#unReferences.get(index)
    if (known) return known
    const made = new Map(index.parties.map(({ referencia }, partyId) => [bareNumber(referencia), partyId]))
    this.#unReferences.set(index, made)
    return made
  }
}

/** Whole days of birth that are no guess, and numbers. */
const identifyingFacts = (party: ListedParty): ReadonlySet<string> => {
  const births = (party.facts ?? party.record)?.births ?? []
  return new Set([
    ...births.flatMap((text) => {
      const birth = readBirth(text)
      if (!birth || birth.circa || birth.from !== birth.to || birth.from.day === 0) return []
      const { year, month, day } = birth.from
      return `${year}-${month}-${day}`
    }),
    ...party.documents.filter((document) => !isUnNumber(document)).flatMap(listedKeys),
  ])
}

/** The numbers of the UN that a record states. */
export const statedUnNumbers = (particulars: readonly (readonly [string, string])[]): ListedDocument[] =>
  particulars.filter(([name]) => name === UN_REFERENCE).map(([, number]) => unNumber(number))
