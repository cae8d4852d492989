import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import stringWidth from 'string-width'
import { openProgram } from '../../src/cli/command-line.ts'
import { EXIT_CODES } from '../../src/cli/exit-code.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { shellWords } from '../helpers/shell-words.ts'

const program = openProgram({ out: () => {}, err: () => {}, colours: false, setExitCode: () => {} })

const paths = (command: Command, path: string[] = []): string[][] => [
  path,
  ...command.commands.flatMap((inner) => paths(inner, [...path, inner.name()])),
]
const PAGES = paths(program)
const NAMES = new Set([...PAGES.flat(), 'help', 'chasqui', 'bash', 'zsh', 'fish', 'sqlite', 'postgres'])

/** Words that no Spanish text has. */
const ENGLISH =
  /\b(?:the|usage|options?|commands?|arguments?|display|for|with|and|is|are|file|show|shows|number|missing|unknown|required|invalid|default|choices|output|key|keys|you|did|mean|this|that|one|from|server|run|list|name)\b/i

/** The text of a page without what is typed: options, commands, examples, settings, paths, values of `<…>`. */
const proseOf = (page: string): string =>
  page
    .split('\n')
    .filter((line) => !/^ +(?:chasqui|mkdir|source|>|fish +chasqui|bash +mkdir) ?/.test(line))
    .join('\n')
    .replace(/«[^»]*»|CHASQUI_\w+|--?[\w-]+|<[^>]*>|[\w-]+\.(?:json|md)\b|~\/\S+/g, ' ')
    .replace(/[\w-]+/g, (word) => (NAMES.has(word) ? ' ' : word))

const optionsOf = (command: Command): string[] => [
  '--help',
  ...command.options.flatMap(({ long }) => long ?? []),
  ...(command.parent ? optionsOf(command.parent) : []),
]

const commandAt = (words: readonly string[]): Command => {
  let command = program
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command
  return command
}

for (const path of PAGES) {
  test(`the help of chasqui ${path.join(' ')} is Spanish, fits 80 columns and ends with examples that exist`, async () => {
    const { out, err, code } = await runInProcess({ COLUMNS: '80' }, ...path, '--help')
    assert.deepEqual([code, err], [0, ''])
    assert.ok(out.startsWith(`Uso: ${['chasqui', ...path].join(' ')}`), out)
    assert.doesNotMatch(proseOf(out), ENGLISH)
    for (const line of out.split('\n')) assert.ok(stringWidth(line) <= 80, line)
    const examples = out.split('Ejemplos:\n')[1]?.match(/(?<=^ {2}chasqui ).+$/gm) ?? []
    assert.ok(examples.length > 0, 'no example')
    for (const example of examples) {
      const words = shellWords(example)
      const command = commandAt(words)
      assert.ok(
        path.every((name, index) => words[index] === name),
        example,
      )
      const options = words.filter((word) => word.startsWith('--'))
      assert.deepEqual(
        options.filter((word) => !optionsOf(command).includes(word)),
        [],
        example,
      )
    }
  })
}

test('the help of the program has the table of exit codes', async () => {
  const { out } = await runInProcess({ COLUMNS: '100' }, '--help')
  for (const [code, means] of EXIT_CODES) assert.ok(out.includes(`  ${code}  ${means}`))
})

test('help loads none of the parts that answer', () => {
  const loaded = process.getBuiltinModule('node:child_process').spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
      import { registerHooks } from 'node:module'
      registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context) } })
      const { openProgram } = await import(${JSON.stringify(new URL('../../src/cli/command-line.ts', import.meta.url).href)})
      openProgram({ out() {}, err() {}, colours: false, setExitCode() {} }).outputHelp()`,
    ],
    { encoding: 'utf8' },
  ).stderr
  assert.match(loaded, /command-line\.ts/)
  assert.doesNotMatch(
    loaded,
    /services\.ts|config\.ts|fastify|pino|undici|\/pg\/|typebox|src\/(?:datasets|sources|lookups|accounts|http)\//,
  )
})
