import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, importsOf, readSources } from './helpers/source-tree.ts'

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

/** Rooms of which a floor above may import types only. */
const TYPES_ONLY: Record<string, readonly string[]> = {
  lookups: ['sources', 'datasets'],
  client: ['domain'],
}

const files = readSources('src')
const imports = files.flatMap(importsOf)

const room = (file: string): string => {
  const parts = file.split('/')
  return parts[0] === '..' ? `../${parts[1]}` : (parts[0] as string)
}

const written = ({ from, to }: Import): string => `${from} -> ${to}`

test('rooms import only from the floors below them', () => {
  const broken = imports.filter(
    ({ from, to }) => room(from) !== room(to) && !MAY_IMPORT[room(from)]?.includes(room(to)),
  )
  assert.deepEqual(broken.map(written), [])
})

test('lookups and the client import only types from the rooms that they describe', () => {
  const broken = imports.filter(({ from, to, typeOnly }) => !typeOnly && TYPES_ONLY[room(from)]?.includes(room(to)))
  assert.deepEqual(broken.map(written), [])
})

test('a source or dataset folder is entered by its index alone', () => {
  const folder = (file: string): string | undefined => /^((?:sources|datasets)\/[^/]+)\//.exec(file)?.[1]
  // What all datasets share is open to every dataset, and to nobody else.
  const isShared = ({ from, to }: Import): boolean => room(from) === 'datasets' && folder(to) === 'datasets/editions'
  const broken = imports.filter(
    (one) => !isShared(one) && folder(one.to) && folder(one.from) !== folder(one.to) && !one.to.endsWith('/index.ts'),
  )
  assert.deepEqual(broken.map(written), [])
})

test('process.env is read by the command line alone', () => {
  const readers = files.filter(({ path, text }) => !path.startsWith('cli/') && text.includes('process.env'))
  assert.deepEqual(
    readers.map(({ path }) => path),
    [],
  )
})

test('the kernel says no word of Peru', () => {
  const PERU = /\b(?:ruc|dni|soat|padr[oó]n|ubigeo|sunat|reniec|lima|per[uú](?:vian)?)\b/i
  const speakers = files.filter(({ path, text }) => path.startsWith('kernel/') && PERU.test(text))
  assert.deepEqual(
    speakers.map(({ path }) => path),
    [],
  )
})

test('every room has a floor', () => {
  const rooms = new Set(files.map(({ path }) => room(path)))
  assert.deepEqual(
    [...rooms].filter((name) => !(name in MAY_IMPORT)),
    [],
  )
})

test('the sandbox imports nothing from the service; it reads only its fixtures', () => {
  const broken = readSources('sandbox', { tests: true })
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith('../'))
  assert.deepEqual(broken.map(written), [])
})
