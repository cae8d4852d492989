import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { codeOf, type Import, importCycles, importsOf, readSources, type SourceFile } from './helpers/source-tree.ts'

/** The floors: what each room may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  kernel: [],
  domain: ['kernel'],
  sources: ['domain', 'kernel'],
  datasets: ['domain', 'kernel'],
  accounts: ['domain', 'kernel'],
  lookups: ['sources', 'datasets', 'domain', 'kernel'],
  certificates: ['domain', 'kernel'],
  batches: ['lookups', 'sources', 'datasets', 'domain', 'kernel'],
  watch: ['lookups', 'domain', 'kernel'],
  client: [],
  endpoints: ['lookups', 'sources', 'datasets', 'domain', 'kernel'],
  mcp: ['endpoints', 'domain', 'kernel'],
  'setting-values.ts': ['domain'],
  'list-settings.ts': ['setting-values.ts', 'domain'],
  'voucher-settings.ts': ['setting-values.ts'],
  'editions-settings.ts': ['setting-values.ts'],
  'config.ts': [
    ...['list-settings.ts', 'voucher-settings.ts', 'editions-settings.ts', 'setting-values.ts'],
    ...['domain', 'kernel'],
  ],
  'shared-database.ts': ['config.ts', 'batches', 'watch', 'certificates', 'sources', 'datasets', 'accounts', 'kernel'],
  'backup-file.ts': ['accounts', 'kernel'],
  'installation.ts': [
    'backup-file.ts',
    'shared-database.ts',
    'config.ts',
    'certificates',
    'watch',
    'datasets',
    'accounts',
    'domain',
    'kernel',
  ],
  'shared-editions.ts': ['config.ts', 'certificates', 'datasets', 'domain', 'kernel'],
  'thread-services.ts': [
    'endpoints',
    'config.ts',
    'certificates',
    'sources',
    'datasets',
    'accounts',
    'domain',
    'kernel',
  ],
  'services.ts': [
    'thread-services.ts',
    'watch',
    'endpoints',
    'shared-database.ts',
    'shared-editions.ts',
    'config.ts',
    'batches',
    'certificates',
    'lookups',
    'sources',
    'datasets',
    'accounts',
    'domain',
    'kernel',
  ],
  'health-report.ts': ['services.ts', 'datasets', 'domain', 'kernel'],
  http: [
    'endpoints',
    'health-report.ts',
    'services.ts',
    'thread-services.ts',
    'config.ts',
    'batches',
    'watch',
    'certificates',
    'lookups',
    'sources',
    'datasets',
    'accounts',
    'domain',
    'kernel',
  ],
  cli: [
    'endpoints',
    'client',
    'health-report.ts',
    'services.ts',
    'thread-services.ts',
    'backup-file.ts',
    'installation.ts',
    'shared-database.ts',
    'shared-editions.ts',
    'config.ts',
    'setting-values.ts',
    'certificates',
    'batches',
    'watch',
    'lookups',
    'sources',
    'datasets',
    'accounts',
    'domain',
    'kernel',
    '../sandbox',
  ],
}

/** Edges stand side by side. One is entered by another through its door alone: to start it, or to serve it. */
const DOORS: Record<string, readonly string[]> = {
  http: ['mcp/index.ts'],
  cli: ['http/server.ts', 'mcp/index.ts'],
}

/** Rooms of which a floor above may import types only. */
const TYPES_ONLY: Record<string, readonly string[]> = {
  lookups: ['sources', 'datasets'],
  endpoints: ['sources', 'datasets'],
}

/**
 * The inner rooms: what each may import of its own room, besides itself. `.` are the files directly in the room, `*` is
 * any inner room without a line of its own, and `types of x` allows types alone.
 */
const INNER_ROOMS: Record<string, Record<string, readonly string[]>> = {
  kernel: {
    '.': [],
    files: ['.', 'http'],
    http: ['.'],
    guard: ['.'],
    sql: ['.', 'files'],
    postgres: ['.', 'sql'],
    tracing: ['.'],
    signing: [],
    workbook: [],
    processes: ['.'],
  },
  http: {
    '.': ['request', 'reply', 'routes', 'threads', 'openapi', 'docs', 'console', 'mcp'],
    console: [],
    mcp: ['.', 'request', 'reply'],
    threads: ['.', 'request', 'reply', 'console'],
    routes: ['.', 'request', 'reply', 'openapi'],
    openapi: [],
    docs: [],
    request: ['reply', 'types of .'],
    reply: ['types of request', 'types of .'],
  },
  endpoints: { '.': ['shared', '*'], '*': ['shared'], shared: [] },
  // A story may have a folder of its own name for its parts.
  lookups: { '.': ['shared', '*'], '*': ['shared'], shared: [] },
  accounts: {
    '.': ['keys', 'quota', 'usage', 'store'],
    keys: ['store', 'types of .'],
    quota: ['store', 'usage', 'types of .'],
    usage: ['store'],
    store: ['types of keys'],
  },
  certificates: { '.': ['store'], store: ['types of .'] },
  batches: {
    '.': ['read', 'check', 'write'],
    read: ['.'],
    check: ['read', '.'],
    write: ['.', 'check'],
    changes: ['.', 'read', 'check', 'write'],
    uploads: ['.', 'read', 'check', 'changes', 'types of jobs'],
    jobs: ['.', 'read', 'check', 'write', 'changes', 'uploads'],
  },
  watch: {
    '.': ['review', 'store'],
    review: ['types of .'],
    store: ['types of review', 'types of .'],
    webhooks: ['store', 'types of .'],
  },
  datasets: {
    '.': ['editions', '*'],
    '*': ['editions', 'procurement-files'],
    'procurement-files': ['editions'],
    editions: [],
  },
  'datasets/padron': {
    '.': ['format', 'indexing', 'search', 'lookup', 'history'],
    format: [],
    lookup: ['format', 'types of .'],
    indexing: ['format', 'lookup', 'types of .'],
    search: ['format', 'lookup', 'types of .'],
    history: ['format', 'lookup', 'indexing', 'types of .'],
  },
  'domain/screening': {
    '.': ['words', 'index', 'facts', 'match'],
    words: ['.'],
    facts: ['.'],
    index: ['.', 'words', 'facts'],
    match: ['.', 'words', 'index', 'facts'],
  },
}

const MAX_FILES = 15
const MAX_LINES = 300
const MIN_LINES = 15
/** Tables of data may be longer. */
const DATA_TABLES = ['domain/ubigeo-table.ts', 'client/types.ts']
/** Values that are made on first use and never change afterwards. */
const LAZY_CONSTANTS = ['domain/ubigeo.ts']
const files = readSources('src')
const imports = files.flatMap(importsOf)

const room = (file: string): string => {
  const parts = file.split('/')
  return parts[0] === '..' ? `../${parts[1]}` : (parts[0] as string)
}

const paths = (found: readonly SourceFile[]): string[] => found.map(({ path }) => path)

/** Files of the service itself, without what only its tests read. */
const productionFiles = files.filter(({ path }) => !path.includes('/fixtures/'))

const written = ({ from, to }: Import): string => `${from} -> ${to}`

test('rooms import only from the floors below them', () => {
  const broken = imports.filter(
    ({ from, to }) =>
      room(from) !== room(to) && !MAY_IMPORT[room(from)]?.includes(room(to)) && !DOORS[room(from)]?.includes(to),
  )
  assert.deepEqual(broken.map(written), [])
})

test('lookups and endpoints import only types from the rooms that they describe', () => {
  const broken = imports.filter(({ from, to, typeOnly }) => !typeOnly && TYPES_ONLY[room(from)]?.includes(room(to)))
  assert.deepEqual(broken.map(written), [])
})

test('a source or dataset folder is entered by its index alone, in an HTTP thread by its attach.ts', () => {
  const folder = (file: string): string | undefined => /^((?:sources|datasets)\/[^/]+)\//.exec(file)?.[1]
  // What several datasets share is open to every dataset, and to nobody else.
  const SHARED = ['datasets/editions', 'datasets/procurement-files']
  const isShared = ({ from, to }: Import): boolean => room(from) === 'datasets' && SHARED.includes(folder(to) ?? '')
  const broken = imports.filter(
    (one) =>
      !isShared(one) &&
      folder(one.to) &&
      folder(one.from) !== folder(one.to) &&
      !/\/(?:index|attach)\.ts$/.test(one.to),
  )
  assert.deepEqual(broken.map(written), [])
})

test('process.env is read by the command line alone', () => {
  const readers = files.filter(({ path, text }) => !path.startsWith('cli/') && text.includes('process.env'))
  assert.deepEqual(paths(readers), [])
})

test('the kernel says no word of Peru', () => {
  const PERU = /\b(?:ruc|dni|soat|padr[oó]n|ubigeo|sunat|reniec|lima|per[uú](?:vian)?)\b/i
  const speakers = files.filter(({ path, text }) => path.startsWith('kernel/') && PERU.test(text))
  assert.deepEqual(paths(speakers), [])
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

const consoleFiles = readSources('console')

test('the console imports nothing of the service but its client and workbooks, by a door each', () => {
  const outside = consoleFiles.flatMap(importsOf).filter(({ to, typeOnly }) => to.startsWith('../') && !typeOnly)
  const doors = new Set(outside.map(({ from, to }) => `${from} -> ${dirname(to)}`))
  assert.deepEqual([...doors].sort(), ['client.ts -> ../src/client', 'figures/workbook.ts -> ../src/kernel/workbook'])
})

test('a page of the console imports no other page', () => {
  const pageOf = (file: string): string | undefined => /^pages\/([^/]+)\//.exec(file)?.[1]
  const broken = consoleFiles
    .flatMap(importsOf)
    .filter(({ from, to }) => pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to))
  assert.deepEqual(broken.map(written), [])
})

/** The inner room of a file: the next folder below `room`, or `.` for a file directly in it; undefined outside. */
const innerRoom = (file: string, room: string): string | undefined => {
  if (!file.startsWith(`${room}/`)) return undefined
  const [first, ...rest] = file.slice(room.length + 1).split('/')
  return rest.length === 0 ? '.' : first
}

const isAllowed = ({ from, to, typeOnly }: Import, room: string): boolean => {
  const [own, other] = [innerRoom(from, room), innerRoom(to, room)]
  if (own === undefined || other === undefined || own === other) return true
  const table = INNER_ROOMS[room] ?? {}
  const allowed = table[own] ?? table['*'] ?? []
  const name = other in table ? other : '*'
  return allowed.includes(name) || (typeOnly && allowed.includes(`types of ${name}`))
}

for (const room of Object.keys(INNER_ROOMS)) {
  test(`the inner rooms of ${room} import each other only as planned`, () => {
    const broken = imports.filter((one) => !one.from.includes('/fixtures/') && !isAllowed(one, room))
    assert.deepEqual(broken.map(written), [])
  })
}

test('no lookup imports another lookup, or the parts of another', () => {
  const story = (file: string): string | undefined => /^lookups\/(?!shared\/)([^/.]+)/.exec(file)?.[1]
  const broken = imports.filter(({ from, to }) => story(from) && story(to) && story(from) !== story(to))
  assert.deepEqual(broken.map(written), [])
})

test('every endpoint has a record, and every lookup is the story of one', () => {
  const names = (folder: string): string[] =>
    paths(files)
      .filter((path) => dirname(path) === folder)
      .map((path) => basename(path, '.ts'))
  const records = names('endpoints')
  assert.deepEqual(
    names('lookups').filter((name) => !records.includes(name)),
    [],
  )
})

test('no files import each other in a circle', () => {
  assert.deepEqual(
    importCycles(imports).map((cycle) => cycle.join(' -> ')),
    [],
  )
})

test(`no folder has more than ${MAX_FILES} files`, () => {
  const all = [...paths(productionFiles), ...consoleFiles.map(({ path }) => `console/${path}`)]
  const folders = Object.entries(Object.groupBy(all, (path) => dirname(path)))
  const crowded = folders.filter(([, found]) => (found?.length ?? 0) > MAX_FILES)
  assert.deepEqual(
    crowded.map(([folder, found]) => `${folder}: ${found?.length}`),
    [],
  )
})

const lineCount = ({ text }: SourceFile): number => text.trimEnd().split('\n').length

test(`no file is longer than ${MAX_LINES} lines, tables of data excepted`, () => {
  const long = [...productionFiles, ...consoleFiles].filter(
    (file) => lineCount(file) > MAX_LINES && !DATA_TABLES.includes(file.path),
  )
  assert.deepEqual(paths(long), [])
})

test(`no file under ${MIN_LINES} lines has a single importer, the door of a folder excepted`, () => {
  const importers = Map.groupBy(imports, ({ to }) => to)
  const small = productionFiles.filter(
    (file) =>
      lineCount(file) < MIN_LINES &&
      !['index.ts', 'attach.ts'].includes(basename(file.path)) &&
      new Set(importers.get(file.path)?.map(({ from }) => from)).size === 1,
  )
  assert.deepEqual(paths(small), [])
})

test('nothing travels by AsyncLocalStorage', () => {
  assert.deepEqual(paths(files.filter(({ text }) => text.includes('AsyncLocalStorage'))), [])
})

test('one file knows how to tell a promise from a value', () => {
  const others = [...files, ...readSources('bench')].filter((file) => /instanceof Promise\b/.test(codeOf(file)))
  assert.deepEqual(paths(others), ['kernel/when-ready.ts'])
})

test('no module has a variable', () => {
  const stateful = files.filter((file) => /^(?:export )?let /m.test(file.text) && !LAZY_CONSTANTS.includes(file.path))
  assert.deepEqual(paths(stateful), [])
})

test('statuses of failures are written in one table', () => {
  const STATUS = /\b(?:code|status|statusCode)\b\s*(?:\(|:|[!=]==?|[<>]=?)\s*[45][0-9]{2}\b|[{,]\s*[45][0-9]{2}\s*:/
  const others = files.filter(
    (file) =>
      /^(?:http|cli|mcp|endpoints|lookups)\//.test(file.path) &&
      !['endpoints/shared/failures.ts', 'http/reply/send-failure.ts'].includes(file.path) &&
      STATUS.test(codeOf(file)),
  )
  assert.deepEqual(paths(others), [])
})

test('only the edge and its configuration name settings and flags', () => {
  const inner = files.filter(({ path }) => /^(?:datasets|accounts|sources|lookups|domain|kernel)\//.test(path))
  const SETTING = /CHASQUI_[A-Z]|['"`]--[a-z]+ /
  assert.deepEqual(paths(inner.filter((file) => SETTING.test(codeOf(file)))), [])
})
