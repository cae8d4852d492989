import { isSilent, ROLE, type Role } from '../words/roles.ts'
import { type BucketTable, HashPairs, joinSums, letterSum, SALT, saltedHash } from '../words/word-hash.ts'
import type { NameIndex } from './name-index.ts'

/** The part of an index that its postings are made from. */
export type NamesInWords = Pick<NameIndex, 'starts' | 'words' | 'roles' | 'nameWeights' | 'vocabulary' | 'nameOfWord'>

export const buildPostings = (
  { starts, words, roles, vocabulary }: NamesInWords,
  isWeak: (name: number) => boolean,
): Pick<NameIndex, 'postingStarts' | 'postings'> => {
  const names = starts.length - 1
  const postingStarts = new Uint32Array(vocabulary.words.length + 1)
  const last = new Int32Array(vocabulary.words.length).fill(-1)
  const visit = (take: (id: number, name: number) => void): void => {
    last.fill(-1)
    for (let name = 0; name < names; name++) {
      if (isWeak(name)) continue
      for (let at = starts[name] as number; at < (starts[name + 1] as number); at++) {
        const id = words[at] as number
        if (isSilent(roles[at] as Role) || last[id] === name) continue
        last[id] = name
        take(id, name)
      }
    }
  }
  visit((id) => {
    postingStarts[id + 1] = (postingStarts[id + 1] as number) + 1
  })
  for (let id = 0; id < vocabulary.words.length; id++)
    postingStarts[id + 1] = (postingStarts[id + 1] as number) + (postingStarts[id] as number)
  const next = postingStarts.slice()
  const postings = new Uint32Array(postingStarts[vocabulary.words.length] as number)
  visit((id, name) => {
    postings[next[id] as number] = name
    next[id] = (next[id] as number) + 1
  })
  return { postingStarts, postings }
}

/** Folding turned AND into Y; inside a glued word it is still there. */
export const asWritten = (word: string): string => (word === 'Y' ? 'AND' : word)

export const buildJoined = (
  { starts, words, roles, vocabulary }: NamesInWords,
  isWeak: (name: number) => boolean,
): BucketTable => {
  const pairs = new HashPairs()
  const written = vocabulary.words.map(asWritten)
  const sums = Int32Array.from(written, letterSum)
  const lengths = Uint16Array.from(written, ({ length }) => length)
  const withNext = (sum: number, at: number): number => {
    const word = words[at] as number
    return joinSums(sum, sums[word] as number, lengths[word] as number)
  }
  const add = (sum: number, at: number): void => pairs.add(saltedHash(sum, SALT.joined), at)
  for (let name = 0; name < starts.length - 1; name++) {
    if (isWeak(name)) continue
    const start = starts[name] as number
    const end = starts[name + 1] as number
    // In natural order the last given name stands before the first surname.
    if (roles[end - 1] === ROLE.given && end - start > 2)
      add(withNext(sums[words[end - 1] as number] as number, start), end - 1)
    for (let at = start; at + 1 < end; at++) {
      if (roles[at] === ROLE.legal && roles[at + 1] === ROLE.legal) continue
      const sum = withNext(sums[words[at] as number] as number, at + 1)
      add(sum, at)
      if (at + 2 < end && (roles[at] === ROLE.particle || roles[at + 1] === ROLE.particle))
        add(withNext(sum, at + 2), at)
    }
  }
  return pairs.table()
}
