import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingsTable } from '../scripts/settings-table.ts'
import { FAILURES } from '../src/http/reply/failures.ts'

const doc = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

test('docs/configuration.md lists the settings as they are', () => {
  assert.ok(doc('configuration.md').includes(settingsTable()), 'run scripts/settings-table.ts and put its table there')
})

test('docs/errors.md has a row for every failure, with its status, code and price', () => {
  for (const [kind, { status, codigo, charged }] of Object.entries(FAILURES)) {
    const name = kind === 'internal' ? 'anything else' : `\`${kind}\``
    assert.ok(doc('errors.md').includes(`| ${name} | ${status} | \`${codigo}\` | ${charged ? 'yes' : 'no'} |`), kind)
  }
})
