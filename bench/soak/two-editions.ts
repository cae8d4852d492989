import { createReadStream, createWriteStream, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { gatherUsFiles, sharedData } from '../../test/helpers/screening/lists.ts'
import { generateRegister } from '../register/generate.ts'

/** One row of the register, with its name in both editions. */
export interface Row {
  ruc: string
  names: readonly [string, string]
}

export interface TwoEditions {
  /** Settings that lead a builder to the files of each edition. */
  settings: readonly [Record<string, string>, Record<string, string>]
  rows: Row[]
  hasRealLists: boolean
}

/** Publisher's dates of the two registers. */
export const DATES = ['2026-11-01', '2026-11-08'] as const
const RENAMED_EVERY = 3
const LEFT_OUT = 30

/**
 * Files of two editions that differ: the second register renames every third row, the second UN list leaves some parties out.
 * An answer that mixes both, or shows the one while it names the other, is so found out.
 */
export const writeTwoEditions = async (folder: string, rowCount: number): Promise<TwoEditions> => {
  mkdirSync(folder)
  const texts = [join(folder, 'padron-1.txt'), join(folder, 'padron-2.txt')] as const
  await generateRegister(texts[0], rowCount)
  const rows = await writeRenamed(texts[0], texts[1])
  for (const [n, path] of texts.entries()) {
    const date = new Date(`${DATES[n]}T12:00:00Z`)
    utimesSync(path, date, date)
  }
  const lists = realLists(folder)
  const settings = (n: 0 | 1) => ({ CHASQUI_PADRON_URL: texts[n], ...lists?.[n] })
  return { settings: [settings(0), settings(1)], rows, hasRealLists: lists !== null }
}

const writeRenamed = async (from: string, to: string): Promise<Row[]> => {
  const rows: Row[] = []
  const file = createWriteStream(to, { encoding: 'latin1', highWaterMark: 4 << 20 })
  for await (const line of createInterface(createReadStream(from, 'latin1'))) {
    const [ruc = '', name = '', ...rest] = line.split('|')
    const isRow = /^[0-9]{11}$/.test(ruc)
    const renamed = isRow && rows.length % RENAMED_EVERY === 0 ? `${name} RENOVADA` : name
    if (isRow) rows.push({ ruc, names: [name, renamed] })
    file.write(`${[ruc, renamed, ...rest].join('|')}\n`, 'latin1')
  }
  file.end()
  await finished(file)
  return rows
}

/** The real lists when their copies are beside the project; the pretend ones are small. */
const realLists = (folder: string): [Record<string, string>, Record<string, string>] | null => {
  const shared = sharedData()
  if (!shared) return null
  const us = { CHASQUI_US_LIST_URL: gatherUsFiles(shared, join(folder, 'us')) }
  const text = gunzipSync(readFileSync(join(shared, 'un-list/2026-02-27/consolidated.xml.gz'))).toString('utf8')
  const paths = [join(folder, 'un-1.xml'), join(folder, 'un-2.xml')] as const
  writeFileSync(paths[0], text)
  writeFileSync(paths[1], withoutSome(text).replace('dateGenerated="2026-02-27', 'dateGenerated="2026-02-28'))
  return [
    { ...us, CHASQUI_UN_LIST_URL: paths[0] },
    { ...us, CHASQUI_UN_LIST_URL: paths[1] },
  ]
}

const withoutSome = (text: string): string => {
  let count = 0
  return text.replace(/<INDIVIDUAL>.*?<\/INDIVIDUAL>/gs, (one) => (count++ < LEFT_OUT ? '' : one))
}
