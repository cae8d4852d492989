import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { INDEX_RULES, POLITICA } from '../src/domain/screening/politica.ts'

interface Identifiers {
  POLITICA: string
  INDEX_RULES: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// `scripts` is JavaScript without types.
const { identifiersOf, writeIdentifiers } = (await import(new URL('../scripts/politica.js', import.meta.url).href)) as {
  identifiersOf(root: string): Promise<Identifiers>
  writeIdentifiers(path: string, identifiers: Identifiers): void
}

const work = mkdtempSync(join(tmpdir(), 'chasqui-rules-'))
after(() => rmSync(work, { recursive: true, force: true }))

/** The identifiers of a copy of the sources that decide and of those they import, with some files changed. */
const identifiersAfter = (name: string, change: (folder: string) => void): Promise<Identifiers> => {
  const folder = join(work, name.replaceAll(' ', '-'))
  for (const room of ['domain', 'kernel'])
    cpSync(join(ROOT, 'src', room), join(folder, 'src', room), { recursive: true })
  for (const file of ['tsconfig.json', 'package.json']) cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  change(folder)
  return identifiersOf(folder)
}

const rewrite = (path: string, change: (text: string) => string): void => {
  const text = readFileSync(path, 'utf8')
  assert.notEqual(change(text), text, path)
  writeFileSync(path, change(text))
}

const screening = (folder: string, file: string): string => join(folder, 'src/domain/screening', file)
const own = { POLITICA, INDEX_RULES }

test('the identifiers are those of the sources as they are', async () => {
  assert.deepEqual(own, await identifiersOf(ROOT), 'The matcher changed. Run `npm run politica`.')
})

describe('what decides nothing changes no identifier', () => {
  const UNCHANGED: [string, (folder: string) => void][] = [
    [
      'comments and types',
      (folder) => {
        for (const file of ['policy.ts', 'match/scoring.ts', 'words/population.ts'])
          rewrite(
            screening(folder, file),
            (text) => `// A note: it's not code.\n${text}\n/** ${'`'} */\ntype Note = 1\n`,
          )
      },
    ],
    [
      'another layout of every file',
      (folder) => {
        const style = { semicolons: 'always', trailingCommas: 'none', quoteStyle: 'single' }
        const formatter = { lineWidth: 60, indentStyle: 'space', indentWidth: 8 }
        writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter, javascript: { formatter: style } }))
        const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
        const args = [biome, 'format', '--write', 'src/domain/screening']
        execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' })
      },
    ],
    [
      'code that screening does not use',
      (folder) => rewrite(join(folder, 'src/domain/ubigeo.ts'), (text) => `${text}\nexport const MORE = 1\n`),
    ],
    [
      'tests of the matcher',
      (folder) => rewrite(screening(folder, 'screen.test.ts'), (text) => text.replaceAll('assert.', 'console.')),
    ],
  ]
  for (const [what, change] of UNCHANGED)
    test(what, async () => {
      assert.deepEqual(await identifiersAfter(what, change), own)
    })
})

describe('what decides changes the identifier', () => {
  const CHANGED: [string, (folder: string) => void, 'both' | 'politica alone'][] = [
    [
      'a number of the policy',
      (folder) =>
        rewrite(screening(folder, 'policy.ts'), (text) => text.replace(/threshold: \{ individual: 0\.\d/, '$&9')),
      'both',
    ],
    [
      'a row of a table',
      (folder) => rewrite(screening(folder, 'words/population.ts'), (text) => text.replace(/'[A-Z]+ /, '$&INVENTADO ')),
      'both',
    ],
    [
      'a table that the matcher takes from another room',
      (folder) =>
        rewrite(join(folder, 'src/domain/names/legal-forms.ts'), (text) =>
          text.replace(/'([A-Z ]+)'/, "'$1 INVENTADA'"),
        ),
      'both',
    ],
    [
      'a file more',
      (folder) => {
        mkdirSync(screening(folder, 'more'), { recursive: true })
        writeFileSync(screening(folder, 'more/rule.ts'), 'export const RULE = 1\n')
      },
      'politica alone',
    ],
    [
      'the order of the hits',
      (folder) =>
        rewrite(screening(folder, 'screen.ts'), (text) => text.replace('b.score - a.score', 'a.score - b.score')),
      'politica alone',
    ],
  ]
  for (const [what, change, which] of CHANGED)
    test(`${what}: ${which}`, async () => {
      const found = await identifiersAfter(what, change)
      assert.notEqual(found.POLITICA, POLITICA)
      assert.equal(found.INDEX_RULES === INDEX_RULES, which === 'politica alone')
    })
})

test('a file with other identifiers, as a source or compiled, gets the right ones', () => {
  for (const quote of ["'", '"']) {
    const path = join(work, 'politica.js')
    const text = (identifiers: Identifiers): string =>
      Object.entries(identifiers)
        .map(([name, value]) => `export const ${name} = ${quote}${value}${quote};`)
        .join('\n')
    writeFileSync(path, text({ POLITICA: 'stale', INDEX_RULES: 'stale' }))
    writeIdentifiers(path, own)
    assert.equal(readFileSync(path, 'utf8'), text(own))
  }
})
