import { Failure } from '../../../kernel/errors.ts'
import { yieldToEventLoop } from '../../../kernel/event-loop.ts'
import { isTooManyLost, refuseLostRows } from '../../editions/checks/lost-rows.ts'
import { type CsvRow, readRows } from './csv.ts'
import { addAddress, addAlias, partyOf, type UsParty } from './party.ts'

/** The texts of one half of the list: the SDN files, or the consolidated ones. */
export interface UsPart {
  primary: string
  alternate: string
  address: string
  /** What did not fit into the remarks; absent when the publisher has no such file. */
  comments: string
}

const PRIMARY_COLUMNS = 12
const ALTERNATE_COLUMNS = 5
const ADDRESS_COLUMNS = 6
const COMMENT_COLUMNS = 2
/** Rows read before the event loop gets its turn. */
const ROWS_PER_STEP = 250
// The publisher's limit of the remarks' column.
const CUT_REMARKS = 1_000
// Addresses decide no match, so a few may be missing; a cut file shows in its end mark.
const LEAST_ADDRESS_COVER = 0.95
// Aliases spread over the whole list; a file that stops before this share of the entries has been cut.
const LEAST_ALIAS_REACH = 0.75
// Also known, formerly known, now known as. The other files have an address or a name in this column.
const ALIAS_TYPE = /^[afn]\.?k\.?a\.?$/i

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista OFAC llegó incompleta o con otro formato', { detail })
const mixed = (detail: string): Failure =>
  new Failure('upstream-changed', 'Los archivos de la lista OFAC no son de la misma publicación', {
    detail,
  })

/** One half of the list as it was read. */
export interface ReadPart {
  parties: Map<string, UsParty>
  /** Rows that could not be read: entries, aliases, addresses and remarks. */
  lost: number
  /** Entries whose remarks were cut by the publisher and go on nowhere. */
  cutRemarks: number
  /** Statements among the remarks whose kind is unknown. */
  unreadRemarks: number
}

/** Reads one half of the list and refuses it unless its files belong together and are whole. */
export const parsePart = async (part: UsPart, name: string): Promise<ReadPart> => {
  const comments = new Map<string, string>()
  const lostRemarks = await eachRow(part.comments, COMMENT_COLUMNS, `${name} comments`, (row, comment) =>
    comments.set(row[0] as string, comment),
  )
  const parties = new Map<string, UsParty>()
  const nameless = new Set<string>()
  let cutRemarks = 0
  let unreadRemarks = 0
  const lostEntries = await eachRow(part.primary, PRIMARY_COLUMNS, `${name} primary`, (row, column) => {
    const referencia = row[0] as string
    // The remarks are cut at 1,000 characters, in the middle of a word, and go on in the comments file.
    const isCut = column.length >= CUT_REMARKS && !comments.has(referencia)
    const { party, unread } = partyOf(row, { text: column + (comments.get(referencia) ?? ''), isCut })
    if (parties.has(referencia)) throw incomplete(`${name}: entry number repeated`)
    if (party.names[0]?.text === '') return nameless.add(referencia)
    if (isCut) cutRemarks++
    unreadRemarks += unread
    return parties.set(referencia, party)
  })
  const lost = lostRemarks + lostEntries + nameless.size
  refuseLostRows(lost, parties.size, `${name}: rows with missing columns, numbers or names`)
  const lostAliases = await addAliases(parties, part.alternate, { name, unlisted: lostEntries + nameless.size })
  const lostAddresses = await addAddresses(parties, part.address, { name, unlisted: lostEntries + nameless.size })
  refuseCut(part, name)
  return { parties, lost: lost + lostAliases + lostAddresses, cutRemarks, unreadRemarks }
}

/** The publisher ends every file with the same mark. Copies may have lost it in all of them, not in one. */
const refuseCut = ({ primary, alternate, address }: UsPart, name: string): void => {
  const isEnded = (text: string): boolean => /\x1a\s*$/.test(text)
  if (!isEnded(primary)) return
  for (const [file, text] of Object.entries({ alternate, address }))
    if (!isEnded(text)) throw incomplete(`${name} ${file}: no end mark`)
}

/** Hands over every row that can be read, and gives the number of the others. */
const eachRow = async (
  text: string,
  columns: number,
  file: string,
  take: (row: string[], untrimmedLast: string) => unknown,
): Promise<number> => {
  let rows = 0
  let lost = 0
  let last: CsvRow | undefined
  for (const row of readRows(text, columns)) {
    if (row.isUnreadable) lost++
    else take(row.cells, row.untrimmed)
    last = row
    if (++rows % ROWS_PER_STEP === 0) await yieldToEventLoop()
  }
  // A file that was cut ends inside a row, or in a piece of `-0-`, the mark for an empty value.
  if (last && (last.isUnreadable || /^-0?$/.test(last.cells[columns - 1] as string)))
    throw incomplete(`${file}: cut in its last row, ${last.cells.length} of ${columns} columns`)
  return lost
}

/** A file that names entries of the primary one. So many of them may be missing there, because they could not be read. */
interface JoinedFile {
  name: string
  unlisted: number
}

const joinRule = ({ name, unlisted }: JoinedFile, what: string): ((referencia: string) => void) => {
  const unknown = new Set<string>()
  return (referencia) => {
    unknown.add(referencia)
    if (unknown.size > unlisted) throw mixed(`${name}: ${what} of an entry that is not listed`)
  }
}

const addAliases = async (parties: Map<string, UsParty>, text: string, file: JoinedFile): Promise<number> => {
  const { name } = file
  const allowUnlisted = joinRule(file, 'alias')
  let last = 0
  let rows = 0
  let empty = 0
  let untyped = 0
  const lost = await eachRow(text, ALTERNATE_COLUMNS, `${name} alternate`, (row) => {
    const [referencia = '', , type = '', alias = ''] = row
    rows++
    if (!ALIAS_TYPE.test(type)) untyped++
    last = Math.max(last, Number(referencia))
    const party = parties.get(referencia)
    if (!party) return allowUnlisted(referencia)
    if (alias === '') empty++
    else addAlias(party, row)
  })
  if (isTooManyLost(untyped, rows - untyped)) throw mixed(`${name}: ${untyped} aliases of no known type`)
  const reached = [...parties.keys()].filter((referencia) => Number(referencia) <= last).length
  if (reached < LEAST_ALIAS_REACH * parties.size) throw incomplete(`${name}: aliases stop early`)
  refuseLostRows(lost + empty, rows - empty, `${name}: aliases`)
  return lost + empty
}

/** Where many entries have no row of addresses, not even an empty one, the files are of two publications. */
const addAddresses = async (parties: Map<string, UsParty>, text: string, file: JoinedFile): Promise<number> => {
  const { name } = file
  const allowUnlisted = joinRule(file, 'address')
  const covered = new Set<string>()
  const lost = await eachRow(text, ADDRESS_COLUMNS, `${name} address`, (row) => {
    const referencia = row[0] as string
    const party = parties.get(referencia)
    if (!party) return allowUnlisted(referencia)
    addAddress(party, row)
    return covered.add(referencia)
  })
  if (covered.size + lost < LEAST_ADDRESS_COVER * parties.size)
    throw mixed(`${name}: addresses of ${covered.size} entries out of ${parties.size}`)
  return lost
}
