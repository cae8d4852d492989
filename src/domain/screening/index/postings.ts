import { isWeightless, ROLE, type Role } from '../words/roles.ts'
import { appendLetter, concatHashes, rollingHash, SALT, saltedHash } from '../words/word-hash.ts'
import { type HashTable, HashTableBuilder } from './hash-table.ts'
import type { NameIndex } from './name-index.ts'

/** The part of an index that its postings are made from. */
type Names = Pick<NameIndex, 'nameStarts' | 'wordTerms' | 'wordRoles' | 'vocabulary'>

/** Term → names, each name once. Names that `isLeftOut` and weightless words find nothing. */
export const buildPostings = (
  { nameStarts, wordTerms, wordRoles, vocabulary }: Names,
  isLeftOut: (nameId: number) => boolean,
): Pick<NameIndex, 'postingStarts' | 'postings'> => {
  const terms = vocabulary.terms.length
  const lastName = new Int32Array(terms)
  const visit = (take: (termId: number, nameId: number) => void): void => {
    lastName.fill(-1)
    for (let nameId = 0; nameId < nameStarts.length - 1; nameId++) {
      if (isLeftOut(nameId)) continue
      for (let at = nameStarts[nameId] as number; at < (nameStarts[nameId + 1] as number); at++) {
        const termId = wordTerms[at] as number
        if (isWeightless(wordRoles[at] as Role) || lastName[termId] === nameId) continue
        lastName[termId] = nameId
        take(termId, nameId)
      }
    }
  }
  const postingStarts = new Uint32Array(terms + 1)
  visit((termId) => {
    postingStarts[termId + 1] = (postingStarts[termId + 1] as number) + 1
  })
  for (let termId = 0; termId < terms; termId++)
    postingStarts[termId + 1] = (postingStarts[termId + 1] as number) + (postingStarts[termId] as number)
  const next = postingStarts.slice()
  const postings = new Uint32Array(postingStarts[terms] as number)
  visit((termId, nameId) => {
    postings[next[termId] as number] = nameId
    next[termId] = (next[termId] as number) + 1
  })
  return { postingStarts, postings }
}

/** Folding turned AND into Y; inside words written together it is still AND. */
export const asWritten = (term: string): string => (term === 'Y' ? 'AND' : term)

/** Two neighbouring words written together, or three when one of the first two is a particle → where they start. */
export const buildJoinedWords = (
  { nameStarts, wordTerms, wordRoles, vocabulary }: Names,
  isLeftOut: (nameId: number) => boolean,
): HashTable => {
  const joined = new HashTableBuilder()
  const written = Array.from({ length: vocabulary.terms.length }, (_, termId) => asWritten(vocabulary.terms.at(termId)))
  const hashes = Int32Array.from(written, rollingHash)
  const lengths = Uint16Array.from(written, ({ length }) => length)
  const hashOf = (at: number): number => hashes[wordTerms[at] as number] as number
  const withWord = (rolling: number, at: number): number =>
    concatHashes(rolling, hashOf(at), lengths[wordTerms[at] as number] as number)
  const add = (rolling: number, at: number): void => joined.add(saltedHash(rolling, SALT.joined), at)
  for (let nameId = 0; nameId < nameStarts.length - 1; nameId++) {
    if (isLeftOut(nameId)) continue
    const start = nameStarts[nameId] as number
    const end = nameStarts[nameId + 1] as number
    // In natural order the last given name stands before the first surname.
    if (wordRoles[end - 1] === ROLE.given && end - start > 2) add(withWord(hashOf(end - 1), start), end - 1)
    for (let at = start; at + 1 < end; at++) {
      if (wordRoles[at] === ROLE.legal && wordRoles[at + 1] === ROLE.legal) continue
      const pair = withWord(hashOf(at), at + 1)
      add(pair, at)
      const hasParticle = wordRoles[at] === ROLE.particle || wordRoles[at + 1] === ROLE.particle
      if (at + 2 < end && hasParticle) add(withWord(pair, at + 2), at)
    }
  }
  return joined.build()
}

const MIN_ACRONYM = 3
const MAX_ACRONYM = 8

/** The initials of a company's words, particles aside → its name; with the initials of its legal form and without. */
export const buildAcronyms = (
  { nameStarts, wordTerms, wordRoles, vocabulary }: Names,
  isLeftOut: (nameId: number) => boolean,
): HashTable => {
  const acronyms = new HashTableBuilder()
  for (let nameId = 0; nameId < nameStarts.length - 1; nameId++) {
    if (isLeftOut(nameId)) continue
    let [short, shortLength, long, longLength] = [0, 0, 0, 0]
    for (let at = nameStarts[nameId] as number; at < (nameStarts[nameId + 1] as number); at++) {
      if (wordRoles[at] === ROLE.particle) continue
      const initial = vocabulary.initials[wordTerms[at] as number] as number
      long = appendLetter(long, initial)
      longLength++
      if (wordRoles[at] === ROLE.legal) continue
      short = appendLetter(short, initial)
      shortLength++
    }
    if (isAcronymLength(shortLength)) acronyms.add(saltedHash(short, SALT.acronym), nameId)
    if (longLength > shortLength && isAcronymLength(longLength)) acronyms.add(saltedHash(long, SALT.acronym), nameId)
  }
  return acronyms.build()
}

const isAcronymLength = (length: number): boolean => length >= MIN_ACRONYM && length <= MAX_ACRONYM
