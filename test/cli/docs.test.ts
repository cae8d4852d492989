import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Command } from 'commander'
import { openProgram } from '../../src/cli/command-line.ts'
import { EXIT_CODES } from '../../src/cli/exit-code.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { docRows } from '../helpers/doc-tables.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { startServer } from '../helpers/server.ts'
import { shellWords } from '../helpers/shell-words.ts'

const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
const folder = temporaryFolder()
const settings = { CHASQUI_TODAY: SANDBOX_TODAY, CHASQUI_DATA_DIR: join(folder, 'data'), COLUMNS: '80' }

interface Example {
  line: string
  code: number
  shown: string[]
}

/** The commands of the page, each with the lines that stand below it. */
const examples = [...page.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block
    .split(/^\$ chasqui /m)
    .slice(1)
    .map((text): Example => {
      const [line = '', ...shown] = text.trimEnd().split('\n')
      return { line, code: Number(/# ends with (\d)$/.exec(line)?.[1] ?? 0), shown }
    }),
)

/** A line `…` stands for any lines, `…` inside a line for any text. */
const pattern = (shown: readonly string[]): RegExp =>
  new RegExp(
    `^${shown
      .map((line) =>
        line === '…'
          ? '(?:.*\\n)*?'
          : `${line
              .split('…')
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('.*')}\\n`,
      )
      .join('')}$`,
  )

// The files that the page shows.
for (const [, name = '', content = ''] of page.matchAll(/^```csv (\S+)\n(.*?)^```$/gms))
  writeFileSync(join(folder, name), content)

const cwd = process.cwd()
process.chdir(folder)
after(() => process.chdir(cwd))

// A sandbox of its own, whose faults the examples rehearse.
const rehearsal = await startServer(
  { ...settings, CHASQUI_DATA_DIR: sandboxData(), CHASQUI_ADMIN_PORT: '0', CHASQUI_REFRESH: 'auto' },
  ['serve', '--sandbox', '--host', '127.0.0.1', '--port', '0'],
)
const adminPort = (): string => /Administración[^\n]*:(\d+)/.exec(rehearsal.output())?.[1] ?? ''

for (const { line, code, shown } of examples) {
  const words = shellWords(line)
  // The server above is that example.
  if (words[0] === 'serve') continue
  test(`docs/command-line.md: chasqui ${line}`, async () => {
    const admin = words[0] === 'sandbox' ? { CHASQUI_ADMIN_PORT: adminPort() } : {}
    const { out, err, code: ended } = await runInProcess({ ...settings, ...admin }, ...words)
    assert.equal(ended, code, out + err)
    if (shown.length > 0) assert.match((code === 0 ? out : err).replaceAll('\r\n', '\n'), pattern(shown))
  })
}

test('docs/command-line.md has an example of every command', () => {
  const openings = [...page.matchAll(/chasqui ([a-z -]+)/g)].map(([, words = '']) => words)
  const program = openProgram({ out: () => {}, err: () => {}, colours: false, setExitCode: () => {} })
  const leaves = (command: Command, path: string[]): string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((inner) => leaves(inner, [...path, inner.name()]))
  const missing = leaves(program, []).filter((path) => !openings.some((words) => `${words} `.startsWith(`${path} `)))
  assert.deepEqual(missing, [])
})

test('docs/command-line.md has the table of exit codes', () => {
  const rows = docRows('command-line.md')
  for (const [code, means] of EXIT_CODES) assert.ok(rows.some((row) => row[0] === String(code) && row[1] === means))
})
