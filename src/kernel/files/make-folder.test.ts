import assert from 'node:assert/strict'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it; one that is there already stays', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a', 'b', 'c')
  for (let round = 0; round < 2; round++) makeFolder(path)
  assert.ok(statSync(path).isDirectory())
})

test('what cannot be made is an error with its code, never an endless wait', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  const refused: [string, string][] = [
    [file, 'EEXIST'],
    [join(file, 'a', 'b'), 'ENOTDIR'],
    [join(folder, 'link', 'a'), 'EEXIST'],
    [join(folder, 'a'.repeat(300), 'b'), 'ENAMETOOLONG'],
  ]
  if (existsSync('/proc/self')) refused.push(['/proc/none/a', 'ENOENT'], ['/proc/self/fd/none', 'ENOENT'])
  for (const [path, code] of refused) assert.throws(() => makeFolder(path), { code, syscall: 'mkdir' }, path)
})
