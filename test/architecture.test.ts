import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** The floors: what each room may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  kernel: [],
  domain: ['kernel'],
  sources: ['domain', 'kernel'],
  datasets: ['domain', 'kernel'],
  accounts: ['domain', 'kernel'],
  lookups: ['sources', 'datasets', 'domain', 'kernel'],
  client: ['domain'],
  'config.ts': ['domain', 'kernel'],
  'services.ts': ['config.ts', 'lookups', 'sources', 'datasets', 'accounts', 'domain', 'kernel'],
  http: ['services.ts', 'config.ts', 'lookups', 'sources', 'datasets', 'accounts', 'domain', 'kernel'],
  cli: [
    'http',
    'services.ts',
    'config.ts',
    'lookups',
    'sources',
    'datasets',
    'accounts',
    'domain',
    'kernel',
    '../sandbox',
  ],
}

/** Rooms of which a floor above may take types only. */
const TYPES_ONLY: Record<string, readonly string[]> = {
  lookups: ['sources', 'datasets'],
  client: ['domain'],
}

const IMPORT = /^(import|export)\s+(type\s+)?[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm

interface Edge {
  from: string
  to: string
  typeOnly: boolean
}

const edges: Edge[] = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(IMPORT)].map((match) => ({
      from: file,
      to: relative(SRC, join(SRC, dirname(file), match[3] ?? match[4] ?? match[5] ?? '')),
      typeOnly: match[2] !== undefined,
    })),
  )

const room = (file: string): string => {
  const parts = file.split('/')
  return parts[0] === '..' ? `../${parts[1]}` : (parts[0] as string)
}

test('rooms import only from the floors below them', () => {
  const broken = edges
    .filter(({ from, to }) => room(from) !== room(to) && !MAY_IMPORT[room(from)]?.includes(room(to)))
    .map(({ from, to }) => `${from} -> ${to}`)
  assert.deepEqual(broken, [])
})

test('lookups and the client take only types from where they may look', () => {
  const broken = edges
    .filter(({ from, to, typeOnly }) => !typeOnly && TYPES_ONLY[room(from)]?.includes(room(to)))
    .map(({ from, to }) => `${from} -> ${to}`)
  assert.deepEqual(broken, [])
})

test('a source or dataset folder is entered by its index alone', () => {
  const folder = (file: string): string | undefined => /^((?:sources|datasets)\/[^/]+)\//.exec(file)?.[1]
  // What all datasets share is open to every dataset, and to nobody else.
  const isShared = ({ from, to }: Edge): boolean => room(from) === 'datasets' && folder(to) === 'datasets/editions'
  const broken = edges
    .filter((edge) => !isShared(edge))
    .filter(({ from, to }) => folder(to) && folder(from) !== folder(to) && !to.endsWith('/index.ts'))
    .map(({ from, to }) => `${from} -> ${to}`)
  assert.deepEqual(broken, [])
})

test('process.env is read by the command line alone', () => {
  const readers = globSync('**/*.ts', { cwd: SRC }).filter(
    (file) =>
      !file.startsWith('cli/') &&
      !file.endsWith('.test.ts') &&
      readFileSync(join(SRC, file), 'utf8').includes('process.env'),
  )
  assert.deepEqual(readers, [])
})

test('the kernel says no word of Peru', () => {
  const PERU = /\b(?:ruc|dni|soat|padr[oó]n|ubigeo|sunat|reniec|lima|per[uú](?:vian)?)\b/i
  const speakers = globSync('kernel/**/*.ts', { cwd: SRC }).filter(
    (file) => !file.endsWith('.test.ts') && PERU.test(readFileSync(join(SRC, file), 'utf8')),
  )
  assert.deepEqual(speakers, [])
})

test('there are no rooms without a place on a floor', () => {
  const rooms = new Set(globSync('**/*.ts', { cwd: SRC }).map(room))
  assert.deepEqual(
    [...rooms].filter((name) => !(name in MAY_IMPORT)),
    [],
  )
})

test('the sandbox takes nothing from the service but its fixtures', () => {
  const sandbox = fileURLToPath(new URL('../sandbox/world', import.meta.url))
  const broken = globSync('**/*.ts', { cwd: sandbox }).flatMap((file) =>
    [...readFileSync(join(sandbox, file), 'utf8').matchAll(IMPORT)]
      .map((match) => join(sandbox, dirname(file), match[3] ?? match[4] ?? match[5] ?? ''))
      .filter((to) => !relative(SRC, to).startsWith('..'))
      .map((to) => `${file} -> ${relative(SRC, to)}`),
  )
  assert.deepEqual(broken, [])
})
