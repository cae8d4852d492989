import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clientTypes } from '../../scripts/client-types.ts'
import { readSources } from '../helpers/source-tree.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the generated types are those of the OpenAPI document (npm run client-types writes them)', async () => {
  for (const [name, text] of Object.entries(await clientTypes()))
    assert.equal(readFileSync(join(ROOT, 'src/client', name), 'utf8'), text, name)
})

test('the client needs no other library of the platform than ES2022 and fetch', () => {
  const args = [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.client.json',
    '--noEmit',
    '--emitDeclarationOnly',
    'false',
  ]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})

test('the client imports nothing but its own files', () => {
  const specifiers = readSources('src/client').flatMap(({ text }) =>
    [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('/gm)].map(
      (match) => match[1] ?? match[2],
    ),
  )
  assert.ok(specifiers.length > 20)
  for (const specifier of specifiers)
    assert.match(specifier ?? 'a dynamic import', /^(?:\.\.\/|\.\/(?:(?:certificates|sending)\/)?)[\w-]+\.ts$/)
})
