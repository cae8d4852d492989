import { open, readFile } from 'node:fs/promises'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../../kernel/event-loop.ts'
import { onlyFile } from '../../editions/dataset.ts'
import { decodeUtf8 } from '../csv-rows.ts'
import { fetchListFile, listDataset, type ParsedList, unreadableList } from '../list-dataset.ts'
import type { UkEntry } from './entry.ts'
import { partyOf } from './party.ts'
import { readUkCsv } from './read-csv.ts'
import { readUkXml } from './read-xml.ts'
import { dateText } from './record.ts'

/** The CSV has 50 MB, the XML half of that. */
const FILE = { name: 'uk-list', maxBytes: 150_000_000, stallMs: 60_000 }
const ENTRIES_PER_STEP = 100

const unreadable = unreadableList('UK')

/** The UK Sanctions List of the Foreign, Commonwealth and Development Office. */
export const ukList = listDataset({
  id: 'UK',
  schedule: '50 6 * * *',
  floor: 4_000,
  least: { personas: 2_500, entidades: 800, naves: 100 },

  async fetch(job, from, settings) {
    const file = await fetchListFile(job, from, settings, FILE)
    return file === 'unchanged' ? file : [file]
  },

  parse: (files) => parseUkList(onlyFile([...files]).path),
})

/** Reads the list from its XML or its CSV, whichever the file is. */
export const parseUkList = async (path: string): Promise<ParsedList> => {
  const parties: ListedParty[] = []
  let [lost, unread] = [0, 0]
  const take = (entry: UkEntry): void => {
    const party = partyOf(entry)
    unread += entry.unknown.length
    if (party) parties.push(party)
    else lost++
  }
  if (await isXml(path)) {
    const { generated, strange } = await readUkXml(path, unreadable, take)
    if (publishedOn(generated) === undefined) throw unreadable('no date of generation')
    return { parties, generated: publishedOn(generated), lost: lost + strange, unread }
  }
  const text = decodeUtf8(await readFile(path))
  if (text === null) throw unreadable('invalid UTF-8')
  const { generated, entries } = await readUkCsv(text, unreadable)
  for (const [at, entry] of entries.entries()) {
    take(entry)
    if (at % ENTRIES_PER_STEP === 0) await yieldToEventLoop()
  }
  return { parties, generated: publishedOn(generated), lost, unread }
}

const isXml = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return /^\uFEFF?\s*</.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `07/09/2026` of the XML, `08-Oct-2026` of the CSV. */
const publishedOn = (written: string): string | undefined => {
  const words = /^(\d{1,2})-([a-z]{3})[a-z]*-(\d{4})$/i.exec(written.trim())
  const month = MONTHS.indexOf(words?.[2]?.toLowerCase() ?? '') + 1
  const date = words && month > 0 ? `${words[3]}-${two(month)}-${two(Number(words[1]))}` : dateText(written)
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined
}

const two = (number: number): string => String(number).padStart(2, '0')
