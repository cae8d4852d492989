import { factTableSteps } from '../facts/fact-table.ts'
import type { ListedParty } from '../party.ts'
import { repeatedLetters } from '../words/letters.ts'
import {
  companyWeight,
  isWeightless,
  type Role,
  tagListedName,
  weightInRole,
  withoutLegalForms,
} from '../words/roles.ts'
import { hashWordSet } from '../words/word-hash.ts'
import { HashTableBuilder } from './hash-table.ts'
import { buildDocuments } from './listed-documents.ts'
import { NAME_FLAG, type NameIndex } from './name-index.ts'
import { buildAcronyms, buildJoinedWords, buildPostings } from './postings.ts'
import { buildVocabulary, TermCounter, type Vocabulary } from './vocabulary.ts'

/** The names of a list in numbers, before anything is known of the whole list. */
interface Draft {
  counter: TermCounter
  wordTerms: number[]
  wordRoles: Role[]
  nameStarts: number[]
  partyOfName: number[]
  positionInParty: number[]
  firstName: number[]
  namesByWordSet: HashTableBuilder
}

const PARTIES_PER_STEP = 600

/** Builds the index in steps of a few milliseconds: read the names, then vocabulary, weights, postings. */
export function* indexSteps(parties: readonly ListedParty[]): Generator<void, NameIndex> {
  const draft = yield* readNames(parties)
  const vocabulary = yield* buildVocabulary(draft.counter)
  yield
  const names = {
    ...{ parties, vocabulary },
    nameStarts: new Uint32Array(draft.nameStarts),
    wordTerms: new Uint32Array(draft.wordTerms),
    wordRoles: new Uint8Array(draft.wordRoles),
    partyOfName: new Uint32Array(draft.partyOfName),
    positionInParty: new Uint16Array(draft.positionInParty),
    firstName: new Uint32Array(draft.firstName),
  }
  const isCompany = (nameId: number): boolean => parties[names.partyOfName[nameId] as number]?.tipo === 'entity'
  const hasWeakAlias = Uint8Array.from(parties, (party) => (party.names.some(isWeak) ? 1 : 0))
  const weighed = weighNames(names, hasWeakAlias, isCompany)
  yield
  const isWeakName = (nameId: number): boolean =>
    isWeak(parties[names.partyOfName[nameId] as number]?.names[names.positionInParty[nameId] as number])
  const postings = buildPostings(names, isWeakName)
  yield
  const facts = yield* factTableSteps(parties)
  return {
    ...names,
    ...weighed,
    ...postings,
    ...{ facts, hasWeakAlias },
    documents: buildDocuments(parties),
    isPerson: Uint8Array.from(parties, ({ tipo }) => (tipo === 'individual' ? 1 : 0)),
    isCompany: Uint8Array.from(parties, ({ tipo }) => (tipo === 'entity' ? 1 : 0)),
    namesByWordSet: draft.namesByWordSet.build(),
    joinedWords: buildJoinedWords(names, isWeakName),
    acronyms: buildAcronyms(names, (nameId) => isWeakName(nameId) || !isCompany(nameId)),
  }
}

/** Builds an index and calls `yieldToEventLoop` between the steps, so that a server keeps answering. */
export const buildIndex = async (
  parties: readonly ListedParty[],
  yieldToEventLoop: () => Promise<void>,
): Promise<NameIndex> => {
  const steps = indexSteps(parties)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}

const isWeak = (name: ListedParty['names'][number] | undefined): boolean => name?.kind === 'alias-debil'

function* readNames(parties: readonly ListedParty[]): Generator<void, Draft> {
  const draft: Draft = {
    ...{ counter: new TermCounter(), namesByWordSet: new HashTableBuilder() },
    ...{ wordTerms: [], wordRoles: [], nameStarts: [0], partyOfName: [], positionInParty: [], firstName: [] },
  }
  for (const [partyId, party] of parties.entries()) {
    if (partyId % PARTIES_PER_STEP === 0) yield
    draft.firstName.push(draft.partyOfName.length)
    for (const position of party.names.keys()) addName(draft, party, partyId, position)
  }
  draft.firstName.push(draft.partyOfName.length)
  return draft
}

const addName = (draft: Draft, party: ListedParty, partyId: number, position: number): void => {
  const name = party.names[position] as ListedParty['names'][number]
  const { words, roles } = tagListedName(name, party.tipo)
  if (!isWeak(name)) draft.namesByWordSet.add(hashWordSet(withoutLegalForms(words, roles)), draft.partyOfName.length)
  for (const word of words) draft.wordTerms.push(draft.counter.count(word, partyId))
  for (const role of roles) draft.wordRoles.push(role)
  draft.partyOfName.push(partyId)
  draft.positionInParty.push(position)
  draft.nameStarts.push(draft.wordTerms.length)
}

type Names = Pick<NameIndex, 'nameStarts' | 'wordTerms' | 'wordRoles' | 'partyOfName'> & { vocabulary: Vocabulary }

/** The weight of each word in its role, and what follows from it for its name and its term. */
const weighNames = (
  { nameStarts, wordTerms, wordRoles, partyOfName, vocabulary }: Names,
  hasWeakAlias: Uint8Array,
  isCompany: (nameId: number) => boolean,
) => {
  const { terms, weights, lengths, letterSets } = vocabulary
  const wordWeights = new Float32Array(wordTerms.length)
  const nameOfWord = new Uint32Array(wordTerms.length)
  const nameWeights = new Float32Array(partyOfName.length)
  const nameFlags = new Uint8Array(partyOfName.length)
  const nameLetters = new Uint32Array(partyOfName.length)
  const nameRepeats = new Uint32Array(partyOfName.length)
  const nameLengths = new Uint16Array(partyOfName.length)
  const everWeightless = new Uint8Array(terms.length)
  for (let nameId = 0; nameId < partyOfName.length; nameId++) {
    let total = 0
    let letters = 0
    let repeats = 0
    let length = 0
    let flags = hasWeakAlias[partyOfName[nameId] as number] ? NAME_FLAG.hasWeakAlias : 0
    for (let at = nameStarts[nameId] as number; at < (nameStarts[nameId + 1] as number); at++) {
      const termId = wordTerms[at] as number
      const role = wordRoles[at] as Role
      const text = terms.at(termId)
      const own = weights[termId] as number
      const weight = weightInRole(text, role, isCompany(nameId) ? companyWeight(text, own) : own)
      wordWeights[at] = weight
      nameOfWord[at] = nameId
      if (isWeightless(role)) everWeightless[termId] = 1
      else {
        repeats |= repeatedLetters(text) | (letters & (letterSets[termId] as number))
        letters |= letterSets[termId] as number
        length += lengths[termId] as number
      }
      if ((lengths[termId] as number) <= 2 && !isWeightless(role)) flags |= NAME_FLAG.hasInitial
      total += weight
    }
    nameWeights[nameId] = total
    nameFlags[nameId] = flags
    nameLetters[nameId] = letters
    nameRepeats[nameId] = repeats
    nameLengths[nameId] = length
  }
  return { wordWeights, nameOfWord, nameWeights, nameFlags, nameLetters, nameRepeats, nameLengths, everWeightless }
}
