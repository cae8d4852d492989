import { createHash } from 'node:crypto'
import { isCalendarDate } from '../../../domain/lima-time.ts'
import { foldName } from '../../../domain/names/normalise.ts'
import { emptyRecord, type ListedParty, type PartyKind } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { distinctNames, listedName, oneSpaced, tidy } from '../names.ts'
import type { BidRow } from './columns.ts'
import { titleNames } from './titles.ts'

const PAGE = 'https://data.iadb.org/dataset/dataset-of-sanctioned-firms-and-individuals'
const KINDS: Readonly<Record<string, PartyKind>> = { firm: 'entity', individual: 'individual' }

export interface ReadRow {
  /** Null for a row without a name. */
  party: ListedParty | null
  /** The first day of the ban, empty when it cannot be read; and whether the kind of party is one of the two known. */
  from: string
  isKnownKind: boolean
  unread: number
}

/** The party of a row: one ban of one party. The list gives no identifier. */
export const partyOf = (row: BidRow): ReadRow => {
  const title = tidy(row.title)
  const kind = KINDS[row.entity.trim().toLowerCase()]
  const tipo = kind ?? 'entity'
  const [from, until] = [dateText(row.from), dateText(row.to)]
  const isOpen = /^(?:ongoing|permanent|indefinite)?$/i.test(row.to.trim())
  const isUnreadableEnd = until === '' && !isOpen
  const unread = row.unknown.length + Number(isUnreadableEnd)
  const facts = { from, isKnownKind: kind !== undefined, unread }
  if (title === '' || /^null$/i.test(title)) return { party: null, ...facts }
  const { names, former, whole } = titleNames(title, tipo)
  const all = distinctNames([...names, ...otherNames(row.otherName).map((text) => listedName(text, 'alias'))])
  const [main, ...aliases] = all
  if (!main) return { party: null, ...facts }
  const programa = oneSpaced(row.source)
  const record = {
    ...emptyRecord(),
    ...{ page: PAGE, listedOn: from, programmes: programa === '' ? [] : [programa] },
    nationalities: countriesIn(row.nationality),
    particulars: [
      ['Title', title === main.text ? '' : title],
      ...former.map((name): [string, string] => ['f.k.a.', name]),
      ['Prohibited practice', oneSpaced(row.practice)],
      ['From', from || oneSpaced(row.from)],
      ['To', until || oneSpaced(row.to)],
      ['Sanction type', oneSpaced(row.sanctionType)],
      ['Sanction source', oneSpaced(row.sanctionSource)],
      ['Country of the project', countriesIn(row.country).join('; ')],
    ].filter((pair): pair is [string, string] => pair[1] !== ''),
    remarks: [
      ...(isUnreadableEnd ? [`To cannot be read and counts as in force: ${oneSpaced(row.to)}`] : []),
      ...row.unknown.map(([name, value]) => `${name}: ${oneSpaced(value)}`),
    ].join('; '),
  }
  for (const { text } of aliases) addOnce(record.aliases, text)
  const referencia = referenceOf(title, from || oneSpaced(row.from), programa)
  const party: ListedParty = {
    ...{ fuente: 'BID', referencia, tipo, programa, documents: [], inForce: { from, until }, record },
    // Who copies the title finds the party as well.
    names: distinctNames([...all, whole]),
  }
  return { party, ...facts }
}

const REFERENCE_DIGITS = 12

/** A renewed ban is another entry: title, first day and source tell one from another. */
const referenceOf = (title: string, from: string, source: string): string =>
  createHash('sha256')
    .update([foldName(title), from, source].join('|'))
    .digest('hex')
    .slice(0, REFERENCE_DIGITS)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2009-02-09T00:00`, `2009-02-09 00:00:00.000000000` and `Feb 09, 2009` as YYYY-MM-DD; empty for anything else. */
const dateText = (written: string): string => {
  const text = oneSpaced(written)
  const words = /^([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})$/i.exec(text)
  const month = String(MONTHS.indexOf(words?.[1]?.toLowerCase() ?? '') + 1).padStart(2, '0')
  const date = words
    ? `${words[3]}-${month}-${words[2]?.padStart(2, '0')}`
    : /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?)?$/.exec(text)?.[1]
  return date !== undefined && isCalendarDate(date) ? date : ''
}

/** In one row the column of other names held the word of another column. */
const NO_NAME = /^(?:sanctions? (?:committee|officer)|scom|nra\b.*|null|n\/a|-)$/i

/** `新疆交通建设集团股份有限公司, 新疆交建`: several names of another script. In Latin letters a comma belongs to the name. */
const otherNames = (written: string): string[] => {
  const text = tidy(written)
  const names = /^[^\p{Script=Latin}]+$/u.test(text) ? text.split(/[,，;]\s*/) : text.split(/;\s+/)
  return names.map((name) => name.trim()).filter((name) => name !== '' && !NO_NAME.test(name))
}

/** Names of countries with a comma inside. */
const WITH_COMMA =
  /\b(?:China, (?:Hong Kong|Macao|Macau)[^,]*|(?:Congo|Korea|Bolivia|Venezuela|Iran|Tanzania|Moldova|Micronesia|Gambia|Bahamas|Macedonia|Taiwan|Virgin Islands|Palestine), (?:[^,]*\b(?:Republic|State|States|of|The|British|U\.S\.|China|Province)\b[^,]*))/g

/** Countries joined by commas, which a few of their names have too. */
const countriesIn = (written: string): string[] => {
  const kept = written.replace(WITH_COMMA, (name) => name.replaceAll(',', '\u0000'))
  const countries: string[] = []
  for (const one of kept.split(',')) addOnce(countries, oneSpaced(one.replaceAll('\u0000', ',')))
  return countries
}
