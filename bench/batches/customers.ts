import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { seededRandom } from '../../sandbox/random.ts'
import type { FileFormat, Row } from '../../src/batches/table.ts'
import { writeCsv } from '../../src/batches/write/csv-writer.ts'
import { writeJson } from '../../src/batches/write/json-writer.ts'
import { writeXlsx } from '../../src/batches/write/xlsx-writer.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import { inventNames } from '../../test/helpers/screening/invented-peruvians.ts'
import { makeQuestions } from '../../test/helpers/screening/made-questions.ts'

const COLUMNS = ['Código', 'Nombre', 'Documento', 'Fecha de nacimiento', 'País', 'Correo', 'Monto']
const ROWS_AT_A_TIME = 3_000
/** One row in so many is made from a listed name. */
const LISTED_SHARE = 100
const MADE_PER_KIND = 200

/** A file of customers: nearly all invented, one in a hundred with a name made from the lists. The same for every format. */
export async function* customers(rows: number, parties: readonly ListedParty[]): AsyncGenerator<Row[]> {
  const random = seededRandom(20_261_115)
  const listed = makeQuestions(parties, MADE_PER_KIND, 7)
  for (let first = 0; first < rows; first += ROWS_AT_A_TIME) {
    // Kinds of names take turns, so that every part of the file costs the same.
    const names = inventNames(ROWS_AT_A_TIME / 3, first + 1)
    const piece: Row[] = []
    for (let at = 0; at < Math.min(ROWS_AT_A_TIME, rows - first); at++) {
      const name = names[(at % 3) * (ROWS_AT_A_TIME / 3) + Math.floor(at / 3)]
      const nombre = at % LISTED_SHARE === 0 ? random.pick(listed).nombre : (name?.nombre ?? '')
      const born = `${1 + random.below(28)}/${1 + random.below(12)}/${1940 + random.below(66)}`
      const isPerson = name?.kind !== 'company'
      piece.push([
        ...[`C-${first + at + 1}`, nombre, name?.documento ?? '', isPerson && at % 2 === 0 ? born : ''],
        ...[at % 4 === 0 ? 'PE' : '', `cliente${first + at}@ejemplo.invalid`, random.below(10_000_000) / 100],
      ])
    }
    yield piece
  }
}

export const writeCustomers = async (
  path: string,
  format: FileFormat,
  rows: number,
  parties: readonly ListedParty[],
): Promise<void> => {
  const pieces = customers(rows, parties)
  const text = {
    csv: () => writeCsv(COLUMNS, pieces, { separator: ';', mark: false }),
    xlsx: () => writeXlsx(COLUMNS, pieces),
    json: () => writeJson(COLUMNS, pieces),
  }[format]()
  await pipeline(text, createWriteStream(path))
}
