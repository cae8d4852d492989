import type { ListedParty } from '../party.ts'
import { POLICY } from '../policy.ts'
import { bitsOf, factsOf } from '../words/lexicon.ts'
import { isSilent, type Role, significantSet, tagListedName, weightInRole } from '../words/roles.ts'
import { consonantKey, soundKey } from '../words/sound.ts'
import { type BucketTable, eachSlipHash, HashPairs, hashSet, hashWord, SALT } from '../words/word-hash.ts'
import { fileByGroup } from './index-image.ts'
import { buildJoined, buildPostings } from './postings.ts'

/** Words shorter than this are never forgiven a slip. */
export const SHORTEST_SLIP = 4

/** Every different word of a list's names. */
export interface Vocabulary {
  ids: Map<string, number>
  words: string[]
  sounds: string[]
  consonants: string[]
  weights: Float32Array
  /** Letters of each word, 255 at most, and its first one. */
  lengths: Uint8Array
  initials: Uint16Array
  /** How many parties have it in a name. */
  parties: Uint32Array
  /** Words with and without each of their letters, as written and as heard, and their consonants. */
  neighbours: BucketTable
  /** One bit per hash of a whole word: nearly all pairs of words written together are refused by it. */
  wholes: Uint32Array
  /** Spelling group → its words on this list. */
  byGroup: Map<number, number[]>
}

/** A letter that stands for a name, a weak alias of the party. */
export const EXCUSES = { initial: 1, weakAlias: 2 } as const

/** The names of a list as slices of typed arrays; immutable once built. */
export interface NameIndex {
  parties: readonly ListedParty[]
  vocabulary: Vocabulary
  /** Name n owns the words from starts[n] up to starts[n + 1]. */
  starts: Uint32Array
  words: Uint32Array
  roles: Uint8Array
  wordWeights: Float32Array
  nameWeights: Float32Array
  partyOf: Uint32Array
  /** 1 for each party that is a person, and for each that has a weak alias. */
  isPerson: Uint8Array
  hasWeak: Uint8Array
  /** 1 for each listed word that tells nothing in some name. */
  everSilent: Uint8Array
  /** In what other ways than by a word of its own each name may account for words of a question. */
  mayExcuse: Uint8Array
  /** The name's place among the names of its party. */
  placeOf: Uint16Array
  /** Names by the words that find them; weak aliases find nothing. */
  postingStarts: Uint32Array
  postings: Uint32Array
  /** Names by the set of their significant words. */
  exact: BucketTable
  /** Neighbouring words written together → the place of the first one. */
  joined: BucketTable
  nameOfWord: Uint32Array
  /** First name of each party; names of a party are in a row. */
  firstName: Uint32Array
}

interface Draft {
  words: number[]
  roles: Role[]
  starts: number[]
  partyOf: number[]
  placeOf: number[]
  firstName: number[]
  ids: Map<string, number>
  spelled: string[]
  parties: number[]
  lastParty: number[]
  exact: HashPairs
}

/** Bits per word of the list: one question in twenty then looks in vain. */
const WHOLE_BITS = 16

/** May a word of the list have this hash? */
export const mayBeWhole = ({ wholes }: Vocabulary, hash: number): boolean => {
  const bit = hash & (wholes.length * 32 - 1)
  return ((wholes[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
}

/** How much is done between two breaths of whoever runs the steps. */
const PARTIES_AT_ONCE = 600
const WORDS_AT_ONCE = 2_500

/** Builds the index in steps of a few milliseconds: a server answers between them. */
export function* indexSteps(parties: readonly ListedParty[]): Generator<void, NameIndex> {
  const draft = yield* readNames(parties)
  const vocabulary = yield* buildVocabulary(draft)
  yield
  const names = draft.partyOf.length
  const words = Uint32Array.from(draft.words)
  const roles = Uint8Array.from(draft.roles)
  const starts = Uint32Array.from(draft.starts)
  const wordWeights = new Float32Array(words.length)
  const nameWeights = new Float32Array(names)
  const nameOfWord = new Uint32Array(words.length)
  const everSilent = new Uint8Array(vocabulary.words.length)
  const mayExcuse = new Uint8Array(names)
  for (let name = 0; name < names; name++) {
    let total = 0
    for (let at = starts[name] as number; at < (starts[name + 1] as number); at++) {
      const id = words[at] as number
      const weight = weightInRole(vocabulary.words[id] as string, roles[at] as Role, vocabulary.weights[id] as number)
      wordWeights[at] = weight
      nameOfWord[at] = name
      if (isSilent(roles[at] as Role)) everSilent[id] = 1
      if (vocabulary.lengths[id] === 1) mayExcuse[name] = EXCUSES.initial
      total += weight
    }
    nameWeights[name] = total
  }
  yield
  const base = { parties, vocabulary, starts, words, roles, wordWeights, nameWeights, nameOfWord }
  const placeOf = Uint16Array.from(draft.placeOf)
  const partyOf = Uint32Array.from(draft.partyOf)
  const hasWeak = Uint8Array.from(parties, ({ nombres }) =>
    nombres.some(({ clase }) => clase === 'alias-debil') ? 1 : 0,
  )
  for (let name = 0; name < names; name++)
    if (hasWeak[partyOf[name] as number]) mayExcuse[name] = (mayExcuse[name] as number) | EXCUSES.weakAlias
  const isWeak = (name: number): boolean =>
    parties[partyOf[name] as number]?.nombres[placeOf[name] as number]?.clase === 'alias-debil'
  const found = buildPostings(base, isWeak)
  yield
  return {
    ...base,
    ...found,
    joined: buildJoined(base, isWeak),
    placeOf,
    partyOf,
    isPerson: Uint8Array.from(parties, ({ tipo }) => (tipo === 'individual' ? 1 : 0)),
    ...{ hasWeak, everSilent, mayExcuse },
    exact: draft.exact.table(),
    firstName: Uint32Array.from(draft.firstName),
  }
}

function* readNames(parties: readonly ListedParty[]): Generator<void, Draft> {
  const draft: Draft = {
    ...{ words: [], roles: [], starts: [0], partyOf: [], placeOf: [], firstName: [], spelled: [], parties: [] },
    ...{ lastParty: [], ids: new Map(), exact: new HashPairs() },
  }
  for (const [index, party] of parties.entries()) {
    if (index % PARTIES_AT_ONCE === 0) yield
    draft.firstName.push(draft.partyOf.length)
    party.nombres.forEach((name, place) => {
      const { words, roles } = tagListedName(name, party.tipo)
      if (name.clase !== 'alias-debil') draft.exact.add(hashSet(significantSet(words, roles)), draft.partyOf.length)
      words.forEach((word, at) => {
        draft.words.push(wordId(draft, word, index))
        draft.roles.push(roles[at] as Role)
      })
      draft.partyOf.push(index)
      draft.placeOf.push(place)
      draft.starts.push(draft.words.length)
    })
  }
  draft.firstName.push(draft.partyOf.length)
  return draft
}

const wordId = (draft: Draft, word: string, party: number): number => {
  let id = draft.ids.get(word)
  if (id === undefined) {
    id = draft.spelled.length
    draft.ids.set(word, id)
    draft.spelled.push(word)
    draft.parties.push(0)
    draft.lastParty.push(-1)
  }
  if (draft.lastParty[id] !== party) {
    draft.lastParty[id] = party
    draft.parties[id] = (draft.parties[id] as number) + 1
  }
  return id
}

function* buildVocabulary({ ids, spelled, parties }: Draft): Generator<void, Vocabulary> {
  const weights = new Float32Array(spelled.length)
  const lengths = new Uint8Array(spelled.length)
  const initials = new Uint16Array(spelled.length)
  const byGroup = new Map<number, number[]>()
  const sounds: string[] = []
  const consonants: string[] = []
  const pairs = new HashPairs()
  const wholes = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, (spelled.length * WHOLE_BITS) / 32))))
  for (const [id, word] of spelled.entries()) {
    if (id % WORDS_AT_ONCE === 0) yield
    const facts = factsOf(word)
    weights[id] = Math.min(facts.weight, bitsOf((parties[id] as number) / POLICY.weight.listSize))
    lengths[id] = Math.min(255, word.length)
    initials[id] = word.charCodeAt(0)
    fileByGroup(byGroup, facts.group, id)
    const sound = soundKey(word)
    const bones = consonantKey(sound)
    sounds.push(sound)
    consonants.push(bones)
    if (isFixed(word)) continue
    const whole = hashWord(word, SALT.letters) & (wholes.length * 32 - 1)
    wholes[whole >>> 5] = (wholes[whole >>> 5] as number) | (1 << (whole & 31))
    addWithSlips(pairs, word, SALT.letters, id)
    addWithSlips(pairs, sound, SALT.sound, id)
    if (bones.length >= 2) pairs.add(hashWord(bones, SALT.consonants), id)
  }
  yield
  return {
    ...{ ids, words: spelled, sounds, consonants, weights, lengths, initials, byGroup },
    parties: Uint32Array.from(parties),
    neighbours: pairs.table(),
    wholes,
  }
}

/** Numbers are what they are: no slip, no sound. */
export const isFixed = (word: string): boolean => /[0-9]/.test(word)

const addWithSlips = (pairs: HashPairs, key: string, salt: number, id: number): void => {
  if (key.length < 2) return
  pairs.add(hashWord(key, salt), id)
  if (key.length < SHORTEST_SLIP) return
  eachSlipHash(key, salt, (hash, without) => {
    if (key[without] !== key[without - 1]) pairs.add(hash, id)
  })
}
