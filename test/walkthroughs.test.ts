import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './helpers/cleanup.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BLOCK = /^```\w+ (file|in)=(\S+)(?: (after|replace)="([^\n]+)")?\n(.*?)^```$/gms

/** Makes every file and edit that a walk-through names: `file=` is a new file, `in=` an edit of one that exists. */
const follow = (page: string, project: string): string[] => {
  const blocks = [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(BLOCK)]
  assert.ok(blocks.length > 0, `${page} has no steps`)
  return blocks.map(([, kind, path = '', mode, mark = '', code = '']) => {
    const target = join(project, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, kind === 'file' ? code : edited(readFileSync(target, 'utf8'), { path, mode, mark, code }))
    return path
  })
}

interface Edit {
  path: string
  mode: string | undefined
  mark: string
  code: string
}

const edited = (text: string, { path, mode, mark, code }: Edit): string => {
  assert.ok(text.includes(mark), `${path} no longer has: ${mark}`)
  if (mode === 'replace') return text.replace(mark, code.trimEnd())
  const line = text.indexOf('\n', text.indexOf(mark)) + 1
  return text.slice(0, line) + code + text.slice(line)
}

test('the walk-throughs give code that compiles, keeps the floors and passes its tests', () => {
  const project = temporaryFolder()
  for (const part of [
    'src',
    'sandbox',
    'console',
    'test',
    'bench',
    'scripts',
    'docs',
    'bin',
    'tsconfig.json',
    'package.json',
    'biome.json',
  ])
    cpSync(join(ROOT, part), join(project, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  const touched = ['adding-a-source.md', 'adding-a-dataset.md', 'adding-a-list.md', 'adding-an-endpoint.md'].flatMap(
    (page) => follow(page, project),
  )
  // A test runner inside a test runner would run nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = (...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' })
    assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`)
  }
  for (const script of ['openapi.ts', 'client-types.ts']) run(`scripts/${script}`)
  // The program and what the steps touched; the other tests are checked as they are.
  const files = ['src/cli/main.ts', 'sandbox/main.ts', ...touched.filter((path) => path.endsWith('.ts'))]
  writeFileSync(join(project, 'tsconfig.touched.json'), JSON.stringify({ extends: './tsconfig.json', include: files }))
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.touched.json')
  run('--test', 'test/architecture.test.ts', ...touched.filter((path) => path.endsWith('.test.ts')))
})
