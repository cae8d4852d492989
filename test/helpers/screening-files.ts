import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { publish } from './register-file.ts'

export interface UsEntry {
  number: number
  name: string
  /** As the list writes it; `-0- ` for a company. */
  kind: 'individual' | 'vessel' | '-0- '
  program: string
  aliases?: string[]
  remarks?: string
  /** Street, city and country. */
  address?: [string, string, string]
}

const quoted = (text: string): string => (text === '-0- ' ? text : `"${text}"`)
const csv = (rows: string[]): Buffer => Buffer.from(`${rows.map((row) => `${row}\r\n`).join('')}\x1a`, 'latin1')
const nothing = (columns: number): string => Array<string>(columns).fill('-0- ').join(',')

/** The US list as its publisher's files, all of one day. */
export const publishUsFiles = (folder: string, entries: readonly UsEntry[], day: string): void => {
  const primary = entries.map(
    ({ number, name, kind, program, remarks = '-0- ' }) =>
      `${number},${quoted(name)},${quoted(kind)},${quoted(program)},${nothing(7)},${quoted(remarks)}`,
  )
  const alternate = entries.flatMap(({ number, aliases = [`ALIAS DE ${number}`] }) =>
    aliases.map((alias, at) => `${number},${number}${at},"aka",${quoted(alias)},-0- `),
  )
  const files = {
    'sdn.csv': primary,
    'alt.csv': alternate,
    'add.csv': entries.map(({ number, address }) =>
      address ? `${number},${number}9,${address.map(quoted).join(',')},-0- ` : `${number},${number}9,${nothing(4)}`,
    ),
    'cons_prim.csv': [`90000,"OTRA INVENTADA S.A.",${nothing(10)}`],
    'cons_alt.csv': ['90000,1,"aka","OTRO NOMBRE",-0- '],
    'cons_add.csv': [`90000,1,${nothing(4)}`],
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, rows] of Object.entries(files)) publish(join(folder, name), csv(rows), day)
}

/** The UN list as its publisher's document, with these people. */
export const publishUnFile = (
  path: string,
  people: readonly [reference: string, name: string][],
  day: string,
): void => {
  const individuals = people.map(
    ([reference, name]) =>
      `<INDIVIDUAL><FIRST_NAME>${name}</FIRST_NAME><UN_LIST_TYPE>Inventada</UN_LIST_TYPE>` +
      `<REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER></INDIVIDUAL>`,
  )
  const text =
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z">` +
    `<INDIVIDUALS>${individuals.join('\n')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`
  publish(path, Buffer.from(text), day)
}
