import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { INDEX_RULES, POLITICA } from '../src/domain/screening/politica.ts'

interface Identifiers {
  POLITICA: string
  INDEX_RULES: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// `bin` is JavaScript without types.
const load = (path: string) => import(new URL(path, import.meta.url).href)
const { codeTokens } = (await load('../bin/code-tokens.js')) as { codeTokens(text: string): string[] }
const { identifiersOf, stampIdentifiers } = (await load('../bin/politica.js')) as {
  identifiersOf(src: string): Identifiers
  stampIdentifiers(dist: string): void
}

const work = mkdtempSync(join(tmpdir(), 'chasqui-rules-'))
after(() => rmSync(work, { recursive: true, force: true }))

const program = (path: string, args: string[], cwd: string): void => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd, stdio: 'pipe' })
}

/** A copy of the sources that decide and of those they import, with some files changed; where it was compiled to. */
const compiled = (name: string, change: (folder: string) => void = () => {}): string => {
  const folder = join(work, name)
  for (const room of ['domain', 'kernel'])
    cpSync(join(ROOT, 'src', room), join(folder, 'src', room), { recursive: true })
  for (const file of ['tsconfig.json', 'tsconfig.build.json', 'package.json'])
    cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  change(folder)
  program('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', 'dist'], folder)
  return join(folder, 'dist')
}

const rewrite = (path: string, change: (text: string) => string): void => {
  const text = readFileSync(path, 'utf8')
  assert.notEqual(change(text), text, path)
  writeFileSync(path, change(text))
}

const screening = (folder: string, file: string): string => join(folder, 'src/domain/screening', file)
const asItIs = compiled('as-it-is')
const own = { POLITICA, INDEX_RULES }

test('the identifiers are those of the sources as they are', () => {
  assert.deepEqual(own, identifiersOf(join(asItIs, 'src')), 'The matcher changed. Run `npm run politica`.')
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
        program('@biomejs/biome/bin/biome', ['format', '--write', 'src/domain/screening'], folder)
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
    test(what, () => {
      assert.deepEqual(identifiersOf(join(compiled(what.replaceAll(' ', '-'), change), 'src')), own)
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
    test(`${what}: ${which}`, () => {
      const found = identifiersOf(join(compiled(what.replaceAll(' ', '-'), change), 'src'))
      assert.notEqual(found.POLITICA, POLITICA)
      assert.equal(found.INDEX_RULES === INDEX_RULES, which === 'politica alone')
    })
})

test('a build names the rules it was made from, whatever the sources say', () => {
  const dist = compiled('stale', (folder) =>
    rewrite(screening(folder, 'politica.ts'), (text) => text.replaceAll(/= '\w+'/g, "= 'stale'")),
  )
  stampIdentifiers(dist)
  const text = readFileSync(join(dist, 'src/domain/screening/politica.js'), 'utf8')
  assert.ok(text.includes(POLITICA) && text.includes(INDEX_RULES) && !text.includes('stale'))
})

const scripts = [
  'policy.js',
  'match/alignment/alignment.js',
  'words/fold.js',
  'words/spellings.js',
  'words/population.js',
].map((file) => codeTokens(readFileSync(join(asItIs, 'src/domain/screening', file), 'utf8')))
const LITERAL = /^(?:\d|['"`/].)/
const LAYOUT = fc.constantFrom(' ', '\n', '\t ', ' /* it\'s "` a note */ ', " // it's `\n")

test('layout and comments between any two tokens leave the tokens as they are', () => {
  fc.assert(
    fc.property(fc.constantFrom(...scripts), fc.array(LAYOUT, { minLength: 1, maxLength: 9 }), (tokens, between) => {
      const text = tokens.map((token, at) => token + between[at % between.length]).join('')
      assert.deepEqual(codeTokens(text), tokens)
    }),
    { numRuns: 60 },
  )
})

test('any other literal makes other tokens', () => {
  fc.assert(
    fc.property(fc.constantFrom(...scripts), fc.nat(), (tokens, pick) => {
      const literals = tokens.flatMap((token, at) => (LITERAL.test(token) ? [at] : []))
      const at = literals[pick % literals.length] as number
      const [first = '', ...rest] = tokens[at] as string
      const changed = tokens.with(at, /\d/.test(first) ? `${first}${rest.join('')}7` : `${first}X${rest.join('')}`)
      assert.notDeepEqual(codeTokens(changed.join(' ')), tokens)
    }),
    { numRuns: 60 },
  )
})
