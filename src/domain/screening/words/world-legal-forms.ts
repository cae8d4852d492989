import { LEGAL_STARTS, legalFormAt } from '../../names/legal-forms.ts'
import type { EditDistance } from './edit-distance.ts'
import { WORLD_LEGAL_FORMS } from './tables/legal-forms.ts'
import { eachDeletionHash, hashWord, SALT } from './word-hash.ts'

type Trie = Map<string, Trie> & { isEnd?: boolean }

const addForm = (root: Trie, words: readonly string[]): void => {
  let node = root
  for (const word of words) {
    let next = node.get(word)
    if (!next) node.set(word, (next = new Map()))
    node = next
  }
  node.isEnd = true
}

/** Every way of writing a form whose words have several spellings. */
const spellingsOf = ([first, ...rest]: readonly string[]): string[][] => {
  if (first === undefined) return [[]]
  const ends = spellingsOf(rest)
  return first.split('/').flatMap((word) => ends.map((end) => [word, ...end]))
}

const readForms = (): string[][] =>
  WORLD_LEGAL_FORMS.trim()
    .split(/[|\n]/)
    .flatMap((form) => (form.includes('/') ? spellingsOf(form.split(' ')) : [form.split(' ')]))

const buildTrie = (): Trie => {
  const root: Trie = new Map()
  for (const words of readForms()) {
    addForm(root, words)
    // Two of its words written together: LIMITED LIABILITYCOMPANY.
    for (let at = 0; at + 1 < words.length; at++)
      if (`${words[at]}${words[at + 1]}`.length > 8)
        addForm(root, [...words.slice(0, at), `${words[at]}${words[at + 1]}`, ...words.slice(at + 2)])
  }
  return root
}

const TRIE = buildTrie()
const STARTS: ReadonlySet<string> = new Set([...LEGAL_STARTS, ...TRIE.keys()])

/** Is there a legal form, of Peru or elsewhere, that starts with this word? */
export const startsLegalForm = (word: string): boolean => STARTS.has(word)

/** How many words from `at` on are a legal form: the longest that fits, 0 when none does. */
export const legalFormLength = (words: readonly string[], at: number): number => {
  let node: Trie | undefined = TRIE
  let longest = legalFormAt(words, at)?.length ?? 0
  for (let end = at; end < words.length; end++) {
    node = node.get(words[end] as string)
    if (!node) break
    if (node.isEnd) longest = Math.max(longest, end - at + 1)
  }
  return longest
}

const LONG_WORDS = (
  'LIMITED LIABILITY COMPANY CORPORATION INCORPORATED JOINT STOCK CLOSED PRIVATE LIMITADA COMPANIA SOCIEDAD ANONIMA CERRADA ' +
  'CAPITAL VARIABLE RESPONSABILIDAD AKTSIONERNOE OBSHCHESTVO OGRANICHENNOI OGRANICHENNOY OTVETSTVENNOSTYU'
).split(' ')

/** The long words by their hash, and by the hashes without each of their letters. */
const buildNearLongWords = (): ReadonlyMap<number, string> => {
  const near = new Map<number, string>()
  for (const word of LONG_WORDS) {
    near.set(hashWord(word, SALT.legalWord), word)
    eachDeletionHash(word, SALT.legalWord, (hash) => near.set(hash, word))
  }
  return near
}

const NEAR_LONG_WORDS = buildNearLongWords()

/** The long word of a legal form that the word is one edit away from, or the word itself: COMPAYN is COMPANY. */
export const correctLegalWord = (word: string, distance: EditDistance): string => {
  if (word.length < 5) return word
  let corrected: string | undefined
  const look = (hash: number): void => {
    const long = NEAR_LONG_WORDS.get(hash)
    if (long && corrected === undefined && distance.between(word, long, 1) === 1) corrected = long
  }
  look(hashWord(word, SALT.legalWord))
  eachDeletionHash(word, SALT.legalWord, look)
  return corrected ?? word
}

/** Forms that no person has in a name. */
const COMPANY_ONLY = new Set(
  'SAC SAA EIRL SRL SRLTDA LTDA LLC OOO OAO JSC PJSC OJSC CJSC LTD LIMITED INC INCORPORATED CORP CORPORATION GMBH PLC SARL FZE SAS ' +
    'FZCO DMCC OYJ KFT NYRT UAB DOO DOOEL EOOD LLP LLLP PLLC BERHAD SDN TBK PCL TNHH GESMBH KGAA EURL SPRL BVBA SMRL WLL SAOG KSCC QPSC ZRT'.split(
      ' ',
    ),
)

/** Does the legal form of `length` words at `at` show that this is a company? Short forms may be initials. */
export const provesCompany = (words: readonly string[], at: number, length: number): boolean =>
  length > 2 || (length === 1 && COMPANY_ONLY.has(words[at] as string))
