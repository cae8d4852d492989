import assert from 'node:assert/strict'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { padronDataset } from '../../src/datasets/padron/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { generateRegister } from '../register/generate.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const TYPES_HEADER = 'RUC,Estado,Condición,Tipo,Actividad\n'

/** Puts a generated register of so many rows, with the type of each, into service in `dataDir`; returns its RUCs, shuffled. */
export const useLargeRegister = async (folder: string, dataDir: string, rows: number): Promise<string[]> => {
  mkdirSync(folder)
  const text = join(folder, 'padron_reducido_ruc.txt')
  const types = join(folder, 'tipos.csv')
  await generateRegister(text, rows)
  const rucs = await writeTypes(text, types)
  const clock = limaClock()
  const padron = padronDataset({ from: text, typesFrom: types, clock })
  // The edition in service is small and newer.
  const { outcome } = await refreshDataset(padron, { dataDir, clock, log: quiet, floor: 1 }, { force: true })
  assert.equal(outcome, 'switched')
  return shuffled(rucs)
}

/** A taxpayer without a type would be completed from the live page, which is not what is measured. */
const writeTypes = async (text: string, types: string): Promise<string[]> => {
  const rucs: string[] = []
  const file = createWriteStream(types)
  file.write(TYPES_HEADER)
  for await (const line of createInterface(createReadStream(text, 'latin1'))) {
    const [ruc = '', , , , ubigeo, tipoVia, via] = line.split('|')
    if (!/^[0-9]{11}$/.test(ruc)) continue
    file.write(`${ruc},ACTIVO,HABIDO,${ruc.startsWith('20') ? 'SOCIEDAD' : 'PERSONA NATURAL'},-\n`)
    // A company without an address would be completed as well.
    if (!ruc.startsWith('20') || (ubigeo !== '-' && tipoVia !== '----' && via !== '-')) rucs.push(ruc)
  }
  file.end()
  await finished(file)
  return rucs
}

/** Rows that are neighbours in the file are not asked one after the other. The order is the same every time. */
const shuffled = (rucs: string[]): string[] => {
  const step = 7919
  return rucs.map((_, at) => rucs[(at * step) % rucs.length] as string)
}
