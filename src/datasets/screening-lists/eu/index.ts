import type { ListedParty } from '../../../domain/screening/party.ts'
import { onlyFile } from '../../editions/dataset.ts'
import { fetchListFile, listDataset, type ParsedList, unreadableList } from '../list-dataset.ts'
import { readXmlEntries } from '../xml-entries.ts'
import { partyOf } from './entry.ts'

const FILE = { name: 'eu.xml', maxBytes: 80_000_000 }
/**
 * The file is made on request: more than a minute before the first byte, and bursts of errors that outlast quick tries. It is
 * always sent whole, so it is asked for twice a day only.
 */
const PATIENCE = { stallMs: 180_000, attempts: 5, backoffMs: 15_000, maxBackoffMs: 240_000 }

const unreadable = unreadableList('UE')

/** The European Union's consolidated list of persons and entities under an asset freeze. */
export const euList = listDataset({
  id: 'UE',
  schedule: '10 5,17 * * *',
  floor: 4_000,
  least: { personas: 2_500, entidades: 800 },

  async fetch(job, from, settings) {
    const file = await fetchListFile(job, from, settings, { ...FILE, ...PATIENCE })
    return file === 'unchanged' ? file : [file]
  },

  parse: (files) => parseEuList(onlyFile([...files]).path),
})

export const parseEuList = async (path: string): Promise<ParsedList> => {
  const parties: ListedParty[] = []
  let [lost, unread] = [0, 0]
  const root = await readXmlEntries(path, { root: 'export', entry: 'sanctionEntity', unreadable }, (entry) => {
    const read = partyOf(entry)
    unread += read.unread
    if (read.party) parties.push(read.party)
    else lost++
  })
  const generated = root.attributes.generationDate ?? ''
  if (!/^\d{4}-\d{2}-\d{2}T/.test(generated)) throw unreadable('no date of generation')
  return { parties, generated: generated.slice(0, 10), lost: lost + root.children.length, unread }
}
