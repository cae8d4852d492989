import { statedUnNumbers } from '../../../domain/same-party.ts'
import { listedDocuments } from '../../../domain/screening/listed-number.ts'
import type { ListedDocument, ListedName, ListedParty, PartyKind } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { distinctNames, isLatin, isOneWord, listedName, tidy } from '../names.ts'
import type { XmlElement } from '../xml-entries.ts'
import { countryOf, readRecord, remarkOf, saidOf } from './record.ts'

const KINDS: Readonly<Record<string, PartyKind>> = { person: 'individual', enterprise: 'entity' }

/** The party of an entry, null without reference, kind, name or programme; and how many of its elements are unknown. */
export const partyOf = (entry: XmlElement): { party: ListedParty | null; unread: number } => {
  // A new edition shuffles the children: in the order of their ids the same entry reads the same.
  const children = entry.children.toSorted((a, b) => idOf(a) - idOf(b))
  const of = (name: string): XmlElement[] => children.filter((child) => child.name === name)
  const kinds = of('subjectType').map(({ attributes }) => attributes.code ?? '')
  const tipo = kinds.length === 1 ? KINDS[(kinds[0] as string).toLowerCase()] : undefined
  const { record, unread } = readRecord({ ...entry, children })
  const referencia = tidy(entry.attributes.euReferenceNumber ?? '')
  const names = tipo ? namesOf(of('nameAlias'), tipo) : []
  if (!tipo || referencia === '' || names.length === 0 || record.programmes.length === 0) return { party: null, unread }
  const [main, ...others] = names as [GradedName, ...GradedName[]]
  for (const { text } of others) addOnce(record.aliases, text)
  for (const { text, isFormer } of others) if (isFormer) record.particulars.push(['f.k.a.', text])
  return {
    party: {
      ...{ fuente: 'UE', referencia, tipo, programa: record.programmes.join(', ') },
      names: distinctNames([listedName(main.text, 'principal'), ...others.map(aliasOf(tipo))]),
      documents: [...of('identification').flatMap(comparedNumbers), ...statedUnNumbers(record.particulars)],
      record,
    },
    unread,
  }
}

const idOf = ({ attributes }: XmlElement): number => Number(attributes.logicalId ?? 0) || 0

interface GradedName {
  text: string
  isWeak: boolean
  isFormer: boolean
  /** Lower is better as the name that is shown. */
  rank: number
}

// "Low quality", "lo quality aliias": graded by prose alone. The words deeper inside a remark speak of somebody else.
const LOW = /^lo\w* quality/i
const GRADED = /^(?:lo\w*|good|high) quality/i
const FORMER = /^(?:formerly known as|former name|f\.?\s?k\.?\s?a\b|maiden name)/i

/** The names of an entry, the main one first: no name is marked as such, and their order means nothing. */
const namesOf = (aliases: readonly XmlElement[], tipo: PartyKind): GradedName[] => {
  const names = aliases.map((alias): GradedName => {
    const { wholeName = '', firstName = '', lastName = '', nameLanguage = '', strong = 'true' } = alias.attributes
    const text = tidy(wholeName)
    const pieces = remarkOf(alias)
      .split(/[\r\n;]+/)
      .map((piece) => piece.replace(/^[\s("'“‘[]+/, ''))
    const says = (what: RegExp): boolean => pieces.some((piece) => what.test(piece))
    const isWeak = says(LOW) || saidOf(strong).toLowerCase() === 'false'
    const isOther = says(GRADED) || says(FORMER)
    const faults = [
      !isLatin(text),
      isWeak || isOther,
      tipo === 'individual' && isOneWord(text),
      saidOf(firstName) + saidOf(lastName) === '',
      !['', 'EN'].includes(nameLanguage.trim().toUpperCase()),
    ]
    const rank = faults.reduce((sum, isFault) => 2 * sum + Number(isFault), 0)
    return { text, isWeak, isFormer: says(FORMER), rank }
  })
  // The sort keeps the order of equal ones, which is that of their ids.
  return distinctTexts(names.filter(({ text }) => text !== '').toSorted((a, b) => a.rank - b.rank))
}

const distinctTexts = (names: readonly GradedName[]): GradedName[] =>
  [...new Map(names.toReversed().map((name) => [name.text, name])).values()].toReversed()

const aliasOf =
  (tipo: PartyKind) =>
  ({ text, isWeak }: GradedName): ListedName =>
    listedName(text, isWeak || (tipo === 'individual' && isOneWord(text)) ? 'alias-debil' : 'alias')

/** What a code of a number is compared as; the others are numbers like any. */
const LABELS: Readonly<Record<string, string>> = {
  passport: 'Passport',
  id: 'National ID',
  taxid: 'RUC',
  fiscalcode: 'RUC',
}

/** The numbers that a customer's document is compared with: none that is false or revoked. */
const comparedNumbers = (element: XmlElement): ListedDocument[] => {
  const { number = '', latinNumber = '', identificationTypeCode = '', knownFalse, revokedByIssuer } = element.attributes
  if (knownFalse === 'true' || revokedByIssuer === 'true') return []
  const issuer = element.attributes.countryIso2Code === 'PE' ? 'Peru' : countryOf(element)
  const label = LABELS[identificationTypeCode.trim().toLowerCase()] ?? identificationTypeCode
  return [number, latinNumber].flatMap((one) => (saidOf(one) === '' ? [] : listedDocuments(label, tidy(one), issuer)))
}
