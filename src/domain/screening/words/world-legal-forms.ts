import { LEGAL_STARTS, legalFormAt } from '../../names/legal-forms.ts'
import type { EditDistance } from './edit-distance.ts'
import { eachDeletionHash, hashWord, SALT } from './word-hash.ts'

/**
 * Legal forms of the rest of the world, as word sequences: a name is the same company with or without them. Dotted forms
 * arrive closed up (`G.M.B.H.` is GMBH), forms written letter by letter arrive as single letters.
 */
const FORMS = `
SAS|S A S|SOCIEDAD POR ACCIONES SIMPLIFICADA|SACI|SOCIETE ANONYME|SOCIETATEA CU RASPUNDERE LIMITATA
CIA LTDA|COMPANIA LIMITADA|Y CIA LTDA
SA DE CV|S A DE C V|S A DE CV|SA DE C V|SOCIEDAD ANONIMA DE CAPITAL VARIABLE|SAB DE CV|SAPI DE CV
S DE RL DE CV|S DE R L DE C V|S DE RL|S DE R L|SOCIEDAD DE RESPONSABILIDAD LIMITADA DE CAPITAL VARIABLE|SPR DE RL|SPR DE RL DE CV|SPR DE RI|SC DE RL|SC DE RL DE CV|SC DE P DE RL|S DE PR DE RL
S EN C|SENC|S C A|SCA|SCS|S C S|S EN C S|Y CIA SCS|Y CIA S EN C|SOCIEDAD EN COMANDITA|Y CIA SCA
CIA|COMPANIA|Y CIA|Y COMPANIA
AC|A C|ASOCIACION CIVIL|SCP
LLC|L L C|LIMITED LIABILITY COMPANY|OOO|O O O|OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU|OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU|OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTIU|OBSHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU|TOO|TOVARYSTVO Z OBMEZHENOYU VIDPOVIDALNISTYU|WLL|FZE|FZCO|FZC|FZ LLC|FZ|DMCC|DWC LLC|LTD LIABILITY CO
JSC|JOINT STOCK COMPANY|AO|A O|AKTSIONERNOE OBSHCHESTVO|AKTSIONERNOYE OBSHCHESTVO|JOYNT STOCK COMPANY|JOINT STOCK CO
CJSC|ZAO|CLOSED JOINT STOCK COMPANY|ZAKRYTOE AKTSIONERNOE OBSHCHESTVO|ZAKRYTOYE AKTSIONERNOYE OBSHCHESTVO
OJSC|OAO|OPEN JOINT STOCK COMPANY|OTKRYTOE AKTSIONERNOE OBSHCHESTVO|OTKRYTOYE AKTSIONERNOYE OBSHCHESTVO|OPENED JOINT STOCK COMPANY
PJSC|PAO|PUBLIC JOINT STOCK COMPANY|PUBLICHNOE AKTSIONERNOE OBSHCHESTVO|PJS|PUBLIC JSC
FSUE|FGUP|FEDERAL STATE UNITARY ENTERPRISE|FEDERALNOE GOSUDARSTVENNOE UNITARNOE PREDPRIYATIE
NPO|NPP|NPF|ANO|AUTONOMOUS NON PROFIT ORGANIZATION|IP
LTD|LIMITED|CO LTD|CO LIMITED|COMPANY LTD|COMPANY LIMITED|PRIVATE LIMITED|PVT LTD|PVT LIMITED|PRIVATE LTD|PTE LTD|PTE LIMITED|PTY LTD|PTE|PTY|PVT|SDN BHD|BHD|LIMITED COMPANY|CHAMKAT|BORISAT CHAMKAT
INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|COMPANIES|CORP LTD|CO INC
LP|L P|LIMITED PARTNERSHIP|LLP|L L P|PLC|P L C|PUBLIC LIMITED COMPANY|PUBLIC COMPANY LIMITED|PUBLIC CO LTD
GMBH|G M B H|GESELLSCHAFT MIT BESCHRANKTER HAFTUNG|GESELLSCHAFT MIT BESCHRAENKTER HAFTUNG|GMBH Y CO KG|KG|MBH|UG
AG|AKTIENGESELLSCHAFT|AKTIENGESELSCHAFT|SE|EV|E V
BV|B V|NV|N V|BVBA|CV|BESLOTEN VENNOOTSCHAP
AB|AS|A S|APS|OY|OYJ|ASA|ANONIM SIRKETI|ANONIM SIRKET|A S C|SANAYI VE TICARET|LIMITED SIRKETI|LTD STI|STI
SARL|S A R L|EURL|SARLU|SAL|S A L|SPRL|SASU|SAL OFFSHORE|OFFSHORE SAL
SPA|S P A|SRLS|DOO|D O O|AD|EOOD|OOD|DD|SP Z OO|SP Z O O|SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA|KFT|RT|ZRT|SRO|S R O|OU|UAB|SIA|EAD
NA|N A|KK|K K|PT|P T|TBK|PT TBK|CV
`

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

const buildTrie = (): Trie => {
  const root: Trie = new Map()
  for (const form of FORMS.trim().split(/[|\n]/)) {
    const words = form.trim().split(' ')
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
  'SAC SAA EIRL SRL SRLTDA LTDA LLC OOO OAO JSC PJSC OJSC CJSC LTD LIMITED INC INCORPORATED CORP CORPORATION GMBH PLC SARL FZE SAS'.split(
    ' ',
  ),
)

/** Does the legal form of `length` words at `at` show that this is a company? Short forms may be initials. */
export const provesCompany = (words: readonly string[], at: number, length: number): boolean =>
  length > 2 || (length === 1 && COMPANY_ONLY.has(words[at] as string))
