import { statedUnNumbers } from '../../../domain/same-party.ts'
import { listedDocuments, numbersAmongWords } from '../../../domain/screening/listed-number.ts'
import type { ListedDocument, ListedName, ListedParty, PartyKind } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { distinctNames, isOneWord, listedName, tidy } from '../names.ts'
import { firstOf, groupsOf, type UkEntry, type UkGroup, valuesOf } from './entry.ts'
import { readRecord } from './record.ts'

const KINDS: Readonly<Record<string, PartyKind>> = { individual: 'individual', entity: 'entity', ship: 'vessel' }

/** The party of an entry; null without reference, kind, name or regime. */
export const partyOf = (entry: UkEntry): ListedParty | null => {
  const tipo = KINDS[firstOf(entry, 'IndividualEntityShip').toLowerCase()]
  const referencia = firstOf(entry, 'UniqueID')
  const programa = tidy(firstOf(entry, 'RegimeName'))
  const names = tipo ? namesOf(entry, tipo) : []
  const [main, ...aliases] = names
  if (!tipo || !main || referencia === '' || programa === '') return null
  const record = readRecord(entry)
  for (const { text } of aliases) addOnce(record.aliases, text)
  for (const written of groupsOf(entry, 'Name').map(writtenOf))
    if (NUMBERED_SHIP.test(written)) record.particulars.push(['Name as listed', written])
  return {
    fuente: 'UK',
    referencia,
    tipo,
    programa,
    names,
    documents: [...documentsOf(entry), ...statedUnNumbers(record.particulars)],
    record,
  }
}

/** The family name, or the whole name of anything but a person, is the sixth part. */
const PARTS = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6']
const writtenOf = (name: UkGroup): string => tidy(PARTS.map((part) => name[part] ?? '').join(' '))

/** `IMO 9305556 ("MARVEN")`: some ships have their number before their name. */
const NUMBERED_SHIP = /^IMO\s*(\d{7})\s*\(\s*"?([^()"]*)"?\s*\)$/i
const textOf = (name: UkGroup): string => {
  const written = writtenOf(name)
  return NUMBERED_SHIP.exec(written)?.[2]?.trim() || written
}
const typeOf = ({ NameType = '' }: UkGroup): string => NameType.toLowerCase()

/** The primary name comes first; a second one, variations, aliases and other scripts follow. */
const namesOf = (entry: UkEntry, tipo: PartyKind): ListedName[] => {
  const named = groupsOf(entry, 'Name').filter((name) => textOf(name) !== '')
  const main = named.find((name) => typeOf(name) === 'primary name') ?? named.find((name) => typeOf(name) !== 'alias')
  if (!main) return []
  return distinctNames([
    listedName(textOf(main), 'principal'),
    ...named.map((name) => listedName(textOf(name), isWeak(name, tipo) ? 'alias-debil' : 'alias')),
    ...groupsOf(entry, 'NonLatinName').map(({ NameNonLatinScript = '' }) =>
      listedName(tidy(NameNonLatinScript), 'alias'),
    ),
  ]).filter(({ text }) => text !== '')
}

/** Shorter names of one word tell little of a firm. */
const TELLING_LETTERS = 7

/** Low quality is weak. Nothing said is not; but one word alone then tells too little. */
const isWeak = (name: UkGroup, tipo: PartyKind): boolean => {
  const strength = name.AliasStrength ?? ''
  if (strength !== '') return /^low/i.test(strength)
  const text = textOf(name)
  return (
    typeOf(name) !== 'primary name' &&
    isOneWord(text) &&
    (tipo === 'individual' || (tipo === 'entity' && text.length < TELLING_LETTERS))
  )
}

/** `Peruvian national ID`: the list tells the country of a number in prose alone. */
const issuerIn = (prose: string): string => (/\bPeru(?:vian)?\b/i.test(prose) ? 'Peru' : '')

/** The numbers that a customer's document is compared with. */
const documentsOf = (entry: UkEntry): ListedDocument[] => [
  ...groupsOf(entry, 'Passport').flatMap(({ PassportNumber = '', PassportAdditionalInformation: info = '' }) =>
    listedDocuments('Passport', tidy(PassportNumber), issuerIn(info)),
  ),
  ...groupsOf(entry, 'NationalIdentifier').flatMap(
    ({ NationalIdentifierNumber = '', NationalIdentifierAdditionalInformation: info = '' }) =>
      listedDocuments(/\bRUC\b/.test(info) ? 'RUC' : 'National ID', tidy(NationalIdentifierNumber), issuerIn(info)),
  ),
  ...valuesOf(entry, 'BusinessRegistrationNumber').flatMap(registrations),
  ...[...valuesOf(entry, 'IMONumber'), ...groupsOf(entry, 'Name').flatMap(imoInName)].flatMap((number) =>
    listedDocuments('IMO number', imoOf(number), ''),
  ),
]

/** `INN: 7710137066`; some hold several numbers, each with its label, in lines of their own. */
const registrations = (written: string): ListedDocument[] =>
  written.split(/[\r\n;|]+/).flatMap((line) => {
    const [label = ''] = line.split(':')
    const numbers = [tidy(line), ...numbersAmongWords(tidy(line))]
    return numbers.flatMap((number) => listedDocuments(label.trim(), number, issuerIn(line)))
  })

const imoInName = (name: UkGroup): string[] => [NUMBERED_SHIP.exec(writtenOf(name))?.[1] ?? []].flat()

/** `IMO9562233` or bare digits: the seven digits. */
const imoOf = (written: string): string => /\d{7}/.exec(written)?.[0] ?? written
