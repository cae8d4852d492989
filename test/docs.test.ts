import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingsTable } from '../scripts/settings-table.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { FAILURES } from '../src/http/reply/failures.ts'
import { openUpstream } from '../src/kernel/http/client.ts'
import { sources } from '../src/sources/index.ts'
import { codeIn, docRows } from './helpers/doc-tables.ts'

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

test('docs/data-sources.md tells of every question of every live source what its "no" rests on', async () => {
  const rows = docRows('data-sources.md').map((cells) => [codeIn(cells[0])[0], codeIn(cells[1])[0], cells[3]])
  const settings = { origin: 'http://source.test', textUrl: 'http://source.test/txt', token: 'held' }
  const upstream = openUpstream({ origin: settings.origin, userAgent: 'test' })
  for (const source of sources) {
    for (const question of Object.keys(source.open(upstream, settings, limaClock()))) {
      const told = rows.find(([id, asked]) => id === source.id && asked === question)
      assert.ok(told?.[2], `${source.id}, ${question}`)
    }
  }
  await upstream.close()
})
