import { isRuc } from '../../ruc.ts'
import { screeningWords } from './fold.ts'
import { provesCompany } from './world-legal-forms.ts'

/** A name without the document numbers that were typed into it. */
interface NameWithNumbers {
  name: string
  /** The numbers as written, without their labels: `20-12345678-6`. */
  documents: string[]
}

/** What people write before a number: `RUC:`, `D.N.I. N° `, `Pasaporte `. */
const LABEL =
  '(?:R\\.?U\\.?C\\.?|D\\.?N\\.?I\\.?|L\\.?E\\.?|C\\.?E\\.?|C\\.?C\\.?|NIT|RIF|CUIT|RFC|IMO|PASAPORTE|PASAP\\.?|PAS\\.|PASSPORT|C[EÉ]DULA|CED\\.|CARN[EÉ]T?(?: DE EXTRANJER[IÍ]A)?|DOCUMENTO|DOC\\.?|ID)'
const LABELLED = new RegExp(
  `[(\\[]?(?:(?<![\\p{L}\\d])(?:identificad[oa]s?\\s+)?con\\s+)?(?<![\\p{L}\\d])${LABEL}\\s*(?:N(?:[°º.]+|RO\\.?|UM\\.?|[UÚ]MERO)\\s*)?[:#-]?\\s*((?=[A-Z0-9.-]*\\d{4})[A-Z]{0,3}[-.]?\\d[\\d.-]*\\d)(?![\\p{L}\\d])[)\\]]?`,
  'giu',
)
/** Telephones and accounts, `CEL. 987654321`, `CTA 191-12345678-0-12`: nobody is looked for by them. */
const CONTACT =
  /[([]?(?<![\p{L}\d])(?:CEL(?:ULAR)?|TEL[EÉ]?F?(?:ONO)?|TLF|FONO|CTA|CUENTA|CCI)\.?\s*(?:N[°º.]+\s*)?[:#-]?\s*\+?\d[\d -]{4,}\d(?![\p{L}\d])[)\]]?/giu
const BARE = /[([]?(?<![\p{L}\d.-])(\d{8}|\d{11})(?![\p{L}\d]|[.-]\d)[)\]]?/gu
/** What is left around a number that was taken out. */
const EDGES = /^[\s,;:/-]+|[\s,;:/(-]+$/g

/**
 * Takes document numbers out of a name: one with its label, a RUC, and eight digits beside a person's name. Other
 * numbers are part of the name (10219452 CANADA INC).
 */
export const numbersInName = (text: string): NameWithNumbers => {
  if (!/\d{3}/.test(text)) return { name: text, documents: [] }
  const documents: string[] = []
  const take = (number: string): string => {
    documents.push(number)
    return ' '
  }
  const unlabelled = text.replace(CONTACT, ' ').replace(LABELLED, (_, number: string) => take(number))
  const isCompany = hasLegalForm(unlabelled)
  const rest = unlabelled.replace(BARE, (all, number: string) =>
    isRuc(number) || (number.length === 8 && !isCompany) ? take(number) : all,
  )
  if (rest === text) return { name: text, documents }
  return { name: rest.replace(/\s+/g, ' ').replace(EDGES, ''), documents }
}

const hasLegalForm = (text: string): boolean => {
  const words = screeningWords(text)
  return words.some((_, at) => provesCompany(words, at, 1))
}
