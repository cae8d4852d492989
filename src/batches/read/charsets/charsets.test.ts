import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../../test/helpers/cleanup.ts'
import { isMisread } from '../../check/misread-text.ts'
import { allRows, tableOf } from '../../fixtures/files.ts'
import { decodeSingleByte, SINGLE_BYTE, type SingleByte } from './single-byte.ts'

const folder = temporaryFolder()

const BYTES = new Map(
  SINGLE_BYTE.map((charset) => [
    charset,
    new Map(Array.from({ length: 256 }, (_, byte) => [decodeSingleByte(Buffer.of(byte), charset), byte])),
  ]),
)

const encode = (text: string, charset: SingleByte): Buffer =>
  Buffer.from(Array.from(text, (character) => BYTES.get(charset)?.get(character) ?? assert.fail(character)))

/** The names of a file in which they stand one below the other. */
const namesIn = async (bytes: Buffer): Promise<unknown[]> =>
  (await allRows(await tableOf(folder, Buffer.concat([Buffer.from('id;nombre\n'), bytes])))).map((row) => row[1])

const linesOf = (names: readonly string[]): string => names.map((name, i) => `${i};${name}\n`).join('')

const UPPER = ['MUÑOZ', 'ÑAHUI', 'PEÑA NIÑO', 'ÁLVAREZ', 'GARCÍA', 'RAMÓN', 'JOSÉ', 'JESÚS', 'ARGÜELLES', 'QUISPE']
const TITLE = [
  'Muñoz',
  'Ñahui',
  'Sebastián',
  'Álvarez',
  'María',
  'Ramón',
  'José',
  'Núñez',
  'Argüelles',
  'Quispe Mamani',
]

describe('names of a file are read in the charset in which they were written', () => {
  for (const charset of SINGLE_BYTE)
    test(charset, async () => {
      const name = fc.oneof(fc.constantFrom(...UPPER), fc.constantFrom(...TITLE))
      const some = fc.array(name, { minLength: 3, maxLength: 12 }).filter((names) => {
        // One letter alone may be a sign or another letter elsewhere; two kinds are needed to be certain.
        return new Set(names.join('').match(/[áéíóñüÁÉÍÓÑÜ]/g)).size > 1
      })
      await fc.assert(
        fc.asyncProperty(some, async (names) => {
          assert.deepEqual(await namesIn(encode(linesOf(names), charset)), names)
        }),
        { numRuns: 60 },
      )
    })
})

/** Names of a small file, each the only one with a letter beyond ASCII. */
const ALONE: Record<SingleByte, readonly string[]> = {
  'windows-1252': [
    ...['MUÑOZ', 'Muñoz', 'JOSÉ', 'José', 'JOSé', 'MUñOZ', 'GARCÍA', 'Ramón', 'JESÚS', 'Jesús', 'Sebastián', 'ÁVILA'],
    ...[
      'O’NEIL',
      'D’Angelo',
      'MÖLLER',
      'João',
      'François',
      '“LA FLACA” SAC',
      'Lima–Callao',
      'ANA\u00a0DIAZ',
      'Ana\u00a0Diaz',
    ],
    ...['Mª LUZ', 'Nº UNO', 'CAFÉ SAC', '¡HOLA! SAC', '¿QUÉ? EIRL', 'Cruz\u00a0de la Torre', 'JOÃO', 'Groß', 'ZOË'],
  ],
  cp850: [
    ...['MUÑOZ', 'Muñoz', 'ÑAHUI', 'JOSÉ', 'José', 'GARCÍA', 'María', 'RAMÓN', 'Ramón', 'Raúl', 'ÁLVAREZ', 'Sebastián'],
    ...['Márquez', 'ARGÜELLES', 'Argüelles', 'PEÑA & ÑIQUE S.A.C.'],
  ],
  macintosh: ['MUÑOZ', 'José Muñoz', 'JOSÉ', 'Sebastián', 'María Núñez'],
}

describe('one name with an accent is enough where no other reading makes sense', () => {
  for (const charset of SINGLE_BYTE)
    for (const name of ALONE[charset])
      test(`${name} in ${charset}`, async () => {
        const names = ['ANA DIAZ', name, 'Luis Quispe']
        assert.deepEqual(await namesIn(encode(linesOf(names), charset)), names)
      })
})

test('a cell of another charset than its file is not asked about', () => {
  const misread = ['MU¥OZ', 'Mu¤oz', '¥AHUI', 'Jos‚', 'Mar¡a', 'Ram¢n', 'N£¤ez', 'JOS\u0090', 'µLVAREZ', 'RAMàN']
  const others = ['Mu±oz', 'Ram¾n', 'GARC═A', '┴LVAREZ', 'JosÚ', 'Mar‡a', 'MU„OZ', 'JOSƒ', 'çLVAREZ', 'ARGšELLES']
  const escaped = ['MU?OZ', 'Mu%C3%B1oz', 'Ana%20Paz', 'Mu\\u00f1oz', 'Mu&#241;oz', 'Mu&#xF1;oz', 'MUÐOZ']
  for (const name of [...misread, ...others, ...escaped]) assert.ok(isMisread(name), name)
  for (const name of [...UPPER, ...TITLE, ...ALONE['windows-1252']]) assert.ok(!isMisread(name), name)
  for (const name of [
    'MUñOZ',
    'FRANçOIS',
    '5 £ SAC',
    '100% PERÚ',
    '¿QUIÉN? SAC',
    'A & B',
    'WHAT? SAC',
    'O&#39;NEIL',
    'ANA †',
    'A § B',
    'TINTORERÍA ¡YA!',
    '«ANA»',
    'GROßE',
  ])
    assert.ok(!isMisread(name), name)
})

test('a file says in which charset it was read when that was concluded from its words', async () => {
  const table = await tableOf(folder, encode('nombre;x\nMUÑOZ;1\n', 'cp850'))
  assert.deepEqual([table.notices, table.wantsMark], [['El texto se leyó con la codificación CP850 (MS-DOS)'], true])
  const json = await tableOf(folder, encode('[{"nombre":"MUÑOZ"}]', 'cp850'))
  assert.deepEqual(await allRows(json), [['MUÑOZ']])
  assert.deepEqual((await tableOf(folder, encode('nombre;x\nMUÑOZ;1\n', 'windows-1252'))).notices, [])
})
