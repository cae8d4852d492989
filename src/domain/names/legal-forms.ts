/**
 * Legal forms of Peruvian companies, one class each, with every way of writing them once a name is folded. Words are separated by
 * spaces, spellings of one word by `|`; `?` marks a word that may be missing.
 */
const SPELLINGS: Record<string, readonly string[]> = {
  SAC: ['SAC', 'S A C', 'SA C', 'S|SOCIEDAD|SOC A|ANONIMA|ANON CERRADA', 'SA CERRADA'],
  SAA: ['SAA', 'S A A', 'SA A', 'S|SOCIEDAD|SOC A|ANONIMA|ANON ABIERTA', 'SA ABIERTA'],
  SACS: ['SACS', 'S A C S', 'SOCIEDAD|SOC POR ACCIONES CERRADA SIMPLIFICADA'],
  SA: ['SA', 'S A', 'SOCIEDAD|SOC ANONIMA|ANON'],
  EIRL: [
    ...['EIRL', 'E I R L|LTDA', 'EIR L|LTDA', 'EIRLTDA'],
    'EMPRESA|EMP INDIVIDUAL|INDIV|IND DE? RESPONSABILIDAD|RESPONS|RESP LIMITADA|LTDA',
  ],
  SRL: [
    ...['SRL', 'S R L|LTDA', 'SR L|LTDA', 'SRLTDA', 'S DE R L', 'S DE RL'],
    'SOCIEDAD|SOC COMERCIAL?|COM? DE? RESPONSABILIDAD|RESPONS|RESP LIMITADA|LTDA',
  ],
  SCRL: [
    ...['SCRL', 'S C R L|LTDA', 'SCR L|LTDA', 'SCRLTDA', 'S CIVIL DE R L', 'S CIVIL DE RL'],
    'SOCIEDAD|SOC CIVIL DE? RESPONSABILIDAD|RESPONS|RESP LIMITADA|LTDA',
  ],
  SCA: ['SCA', 'S C A', 'S C POR A', 'S EN C POR A', 'SOCIEDAD|SOC EN COMANDITA POR ACCIONES'],
  SENC: ['SENC', 'S EN C', 'SOCIEDAD|SOC EN COMANDITA', 'SOCIEDAD|SOC EN COMANDITA SIMPLE'],
  SC: ['SC', 'S C', 'SOCIEDAD|SOC CIVIL'],
  LTDA: ['LTDA', 'LIMITADA', 'LTD'],
}

/** The class names, in a fixed order: the register index stores their positions. Append, never reorder. */
export const LEGAL_FORMS: readonly string[] = Object.keys(SPELLINGS)

/** The most words one legal form is written with. */
export const LONGEST_LEGAL_FORM = 7

interface Node {
  next: Map<string, Node>
  form: number
}

const root: Node = { next: new Map(), form: -1 }

const addSpelling = (node: Node, words: readonly string[], form: number): void => {
  const [word, ...rest] = words
  if (word === undefined) {
    node.form = form
    return
  }
  if (word.includes('?')) addSpelling(node, rest, form)
  for (const spelling of word.replaceAll('?', '').split('|')) {
    const child = node.next.get(spelling) ?? { next: new Map(), form: -1 }
    node.next.set(spelling, child)
    addSpelling(child, rest, form)
  }
}
for (const [form, spellings] of Object.values(SPELLINGS).entries())
  for (const spelling of spellings) addSpelling(root, spelling.split(' '), form)

/** A legal form found in a list of words: its position in LEGAL_FORMS and how many words it takes. */
export interface LegalFormMatch {
  form: number
  length: number
}

/** The words a legal form can begin with. */
export const LEGAL_STARTS: readonly string[] = [...root.next.keys()]

const wordsBelow = (node: Node): string[] => [...node.next].flatMap(([word, child]) => [word, ...wordsBelow(child)])

/** Every word legal forms are written with, those they begin with first. */
export const LEGAL_WORDS: readonly string[] = [...new Set([...LEGAL_STARTS, ...wordsBelow(root)])]

/** The longest legal form that starts at `words[at]`. */
export const legalFormAt = (words: readonly string[], at: number): LegalFormMatch | null => {
  let node = root.next.get(words[at] ?? '')
  let best: LegalFormMatch | null = null
  for (let length = 1; node; length++) {
    if (node.form >= 0) best = { form: node.form, length }
    node = node.next.get(words[at + length] ?? '')
  }
  return best
}
