import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programWords } from './programs.ts'

test('a programme is told in words, one of an executive order by its number too; an unknown one stays as it is', () => {
  for (const [program, words] of [
    ['SDNTK', 'narcotráfico internacional, Ley Kingpin'],
    ['Al-Qaida', 'EIIL (Dáesh) y Al-Qaida'],
    ['SouthSudan', 'Sudán del Sur'],
    ['CAATSA - RUSSIA', 'Rusia, ley CAATSA'],
    ['VENEZUELA-EO13884', 'Venezuela, orden ejecutiva 13884'],
    ['RUSSIA-EO14065', 'Donetsk y Lugansk, regiones de Ucrania, orden ejecutiva 14065'],
    ['NEW-EO99999', null],
    ['constructor', null],
    ['', null],
  ] as const)
    assert.equal(programWords(program), words)
})
