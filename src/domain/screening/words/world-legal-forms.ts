import { LEGAL_STARTS, legalFormAt } from '../../names/legal-forms.ts'
import type { EditDistance } from './edit-distance.ts'
import { WORLD_LEGAL_FORMS } from './tables/legal-forms.ts'
import { eachDeletionHash, hashWord, SALT } from './word-hash.ts'

/** Every way of writing a form whose words have several spellings. */
const spellingsOf = ([first, ...rest]: readonly string[]): string[] => {
  if (first === undefined) return ['']
  const ends = spellingsOf(rest)
  return first.split('/').flatMap((word) => ends.map((end) => (end === '' ? word : `${word} ${end}`)))
}

/** The forms, and for each word that starts one how many words the longest of them has. */
const buildForms = () => {
  const forms = new Set<string>()
  const longest = new Map<string, number>()
  const add = (form: string, first: string, length: number): void => {
    forms.add(form)
    if ((longest.get(first) ?? 0) < length) longest.set(first, length)
  }
  for (const entry of WORLD_LEGAL_FORMS.trim().split(/[|\n]/))
    for (const form of entry.includes('/') ? spellingsOf(entry.split(' ')) : [entry]) {
      const words = form.split(' ')
      add(form, words[0] as string, words.length)
      // Two of its words written together: LIMITED LIABILITYCOMPANY.
      for (let at = 0, space = 0; at + 1 < words.length; at++) {
        space = form.indexOf(' ', space + 1)
        const joined = (words[at] as string) + (words[at + 1] as string)
        if (joined.length > 8)
          add(form.slice(0, space) + form.slice(space + 1), at === 0 ? joined : (words[0] as string), words.length - 1)
      }
    }
  return { forms, longest }
}

const { forms: FORMS, longest: LONGEST } = buildForms()
const PERUVIAN_STARTS: ReadonlySet<string> = new Set(LEGAL_STARTS)

/** Is there a legal form, of Peru or elsewhere, that starts with this word? */
export const startsLegalForm = (word: string): boolean => PERUVIAN_STARTS.has(word) || LONGEST.has(word)

/** How many words from `at` on are a legal form: the longest that fits, 0 when none does. */
export const legalFormLength = (words: readonly string[], at: number): number => {
  let form = words[at] as string
  const last = Math.min(words.length - at, LONGEST.get(form) ?? 0)
  let longest = legalFormAt(words, at)?.length ?? 0
  for (let length = 1; length <= last; length++) {
    if (length > 1) form += ` ${words[at + length - 1]}`
    if (length > longest && FORMS.has(form)) longest = length
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
  (
    'SAC SAA EIRL SRL SRLTDA LTDA LLC OOO OAO JSC PJSC OJSC CJSC LTD LIMITED INC INCORPORATED CORP CORPORATION GMBH PLC SARL FZE SAS ' +
    'FZCO DMCC OYJ KFT NYRT UAB DOO DOOEL EOOD LLP LLLP PLLC BERHAD SDN TBK PCL TNHH GESMBH KGAA EURL SPRL BVBA SMRL WLL SAOG KSCC QPSC ZRT'
  ).split(' '),
)

/** Does the legal form of `length` words at `at` show that this is a company? Short forms may be initials. */
export const provesCompany = (words: readonly string[], at: number, length: number): boolean =>
  length > 2 || (length === 1 && COMPANY_ONLY.has(words[at] as string))
