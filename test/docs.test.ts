import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '../scripts/settings-table.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { FAILURES } from '../src/http/reply/failures.ts'
import { openUpstream } from '../src/kernel/http/client.ts'
import { sources } from '../src/sources/index.ts'
import { codeIn, docRows } from './helpers/doc-tables.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders that a page's paths may be relative to, besides the project and `src`. */
const FOLDERS = [
  '',
  'src',
  'src/http',
  'src/lookups',
  'src/datasets',
  'src/domain/screening',
  'src/datasets/padron',
  'test/helpers/screening',
]

/** Files of the walk-throughs, and `x` for any endpoint. */
const isExample = (path: string): boolean => /(?:^|\/)x(?:\.test)?\.ts$|example-/.test(path)

const doc = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

test('docs/configuration.md lists the settings as they are', () => {
  assert.ok(doc('configuration.md').includes(settingsTable()), 'run scripts/settings-table.ts and put its table there')
})

test('a script of the project does its work when it is run as `npm run` runs it', () => {
  const runner = fileURLToPath(new URL('../bin/with-runtime.js', import.meta.url))
  const printed = execFileSync(process.execPath, [runner, 'scripts/settings-table.ts'], { encoding: 'utf8' })
  assert.equal(printed, `${settingsTable()}\n`)
})

test('docs/errors.md has a row for every failure, with its status, code and price', () => {
  for (const [kind, { status, codigo, charged }] of Object.entries(FAILURES)) {
    const name = kind === 'internal' ? 'anything else' : `\`${kind}\``
    assert.ok(doc('errors.md').includes(`| ${name} | ${status} | \`${codigo}\` | ${charged ? 'yes' : 'no'} |`), kind)
  }
})

test('every file that the documents name exists', () => {
  const pages = ['CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })]
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([a-z0-9][\w./-]*\/[\w.-]+\.(?:ts|js|json))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !isExample(path) && !FOLDERS.some((folder) => existsSync(join(ROOT, folder, path))))
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(dead, [])
})

test('docs/data-sources.md tells of every question of every live source what its "no" rests on', async () => {
  const rows = docRows('data-sources.md').map((cells) => [codeIn(cells[0])[0], codeIn(cells[1])[0], cells[3]])
  const settings = { origin: 'http://source.test', textUrl: 'http://source.test/txt', token: 'held' }
  const upstream = openUpstream({ origin: settings.origin, userAgent: 'test' })
  for (const source of sources) {
    for (const question of Object.keys(source.open(upstream, settings, limaClock()))) {
      const row = rows.find(([id, asked]) => id === source.id && asked === question)
      assert.ok(row?.[2], `${source.id}, ${question}`)
    }
  }
  await upstream.close()
})
