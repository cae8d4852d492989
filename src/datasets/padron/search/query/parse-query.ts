import { LEGAL_FORMS } from '../../../../domain/names/legal-forms.ts'
import { foldName, nameWords } from '../../../../domain/names/normalise.ts'
import { coreWords, isLegalForm, nameUnits } from '../../../../domain/names/tokens.ts'

/** Words of at least this length may be misspelt by one letter. */
export const MIN_FUZZY_LENGTH = 5

/** A typed name, cut into what must be found. */
export interface ParsedQuery {
  /** The words that must appear: all but legal forms, or these when there is nothing else. */
  core: string[]
  /** Words and legal forms in their order; `form` is the number of a legal form's class, -1 for a word. */
  units: { word: string; form: number }[]
  /** May the last of `core` be the beginning of a word? Not when a legal form follows it. */
  lastIsPrefix: boolean
}

/** Cuts what was typed into folded words and legal forms. */
export const parseQuery = (text: string): ParsedQuery => {
  const units = nameUnits(nameWords(foldName(text)))
  const last = units.at(-1)
  const onlyForms = units.every(isLegalForm)
  return {
    core: coreWords(units),
    units: units.map((unit) => ({ word: unit.word, form: isLegalForm(unit) ? LEGAL_FORMS.indexOf(unit.word) : -1 })),
    lastIsPrefix: last !== undefined && (onlyForms || !isLegalForm(last)),
  }
}
