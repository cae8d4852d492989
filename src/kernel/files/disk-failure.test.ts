import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../errors.ts'
import { diskFailure, diskFull } from './disk-failure.ts'

const coded = (code: string) => Object.assign(new Error('write failed'), { code })
const SPACE = 'No queda espacio en el disco de la carpeta de datos'
const WRITE = 'No se puede escribir en la carpeta de datos'

test('a full or forbidden disk is named, wherever in the causes it hides', () => {
  const cases: [unknown, string][] = [
    [coded('ENOSPC'), SPACE],
    [coded('EDQUOT'), SPACE],
    [coded('EROFS'), WRITE],
    [Object.assign(coded('ENOENT'), { syscall: 'mkdir' }), WRITE],
    [new Error('pipeline', { cause: coded('ENOSPC') }), SPACE],
    [new Failure('upstream-changed', 'x', { cause: coded('ENOSPC') }), SPACE],
    [Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), SPACE],
    [Object.assign(new Error('unable to open'), { code: 'ERR_SQLITE_ERROR', errcode: 14 }), WRITE],
  ]
  for (const [error, sentence] of cases) {
    assert.equal(diskFailure(error)?.message, sentence)
    assert.equal(diskFailure(error)?.kind, 'dataset-unavailable')
  }
})

test('other errors are none of the disk', () => {
  for (const error of [new TypeError('x'), coded('ECONNRESET'), null, undefined, 'text', 7])
    assert.equal(diskFailure(error), null)
  assert.equal(diskFull(coded('EACCES')), null)
})
