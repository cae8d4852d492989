import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { wordList } from '../../../test/helpers/word-list.ts'
import type { DatasetStatus } from '../../datasets/index.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { newSigningKey } from '../../kernel/signing/signing-key.ts'
import type { DataDeps } from '../actions/data.ts'
import { printStatuses } from '../actions/data-report.ts'
import { progressLine } from '../actions/progress-bar.ts'
import { dataCommand } from './data.ts'

const folders: string[] = []
let dataDir = ''
let source = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chasqui-data-'))
  folders.push(dataDir)
  source = join(dataDir, 'words.txt')
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const clock = limaClock('2026-01-04', { now: () => Date.parse('2026-01-04T06:00:00Z') })
const without = (kind: 'not-configured' | 'upstream-unavailable') => ({
  ...wordList(source, (step) => {
    if (step === 'fetch') throw new Failure(kind, 'Falta la dirección')
  }),
  id: 'us' as const,
})

const run = (...args: string[]) => runWith({ sanciones: wordList(source), us: without('not-configured') }, ...args)

type Ready = Awaited<ReturnType<DataDeps['settings']>>

const runWith = async (datasets: Ready['datasets'], ...args: string[]) => {
  const printed = { out: '', err: '', code: 0 }
  const output = {
    out: (text: string) => void (printed.out += text),
    err: (text: string) => void (printed.err += text),
    colours: false,
    setExitCode: (code: number) => void (printed.code = code),
  }
  const key = newSigningKey(0)
  const withKeys: Ready['withKeys'] = (work) => work({ keys: () => ({ signing: key, known: [key] }) })
  await dataCommand({ settings: () => ({ datasets, dataDir, clock, withKeys }), output }).parseAsync(args, {
    from: 'user',
  })
  return printed
}

test('sync loads what is configured, says what is not, and then has nothing new', async () => {
  writeFileSync(source, 'uno\ndos\n')
  const first = await run('sync')
  assert.equal(first.out, 'sanciones: nueva edición en servicio (01/01/2026, 2 filas)\n')
  assert.equal(first.err, 'us: no configurada. Falta la dirección.\n')
  assert.equal(first.code, 0)
  assert.equal((await run('sync', 'sanciones')).out, 'sanciones: sin novedades (01/01/2026, 2 filas)\n')
})

test('a failed sync names the reason and what stays in service, and ends with 3', async () => {
  writeFileSync(source, `${'uno\n'.repeat(20)}`)
  await run('sync', 'sanciones')
  writeFileSync(source, 'uno\n')
  const failed = await run('sync', 'sanciones')
  assert.equal(failed.code, 3)
  assert.equal(failed.err, 'sanciones: La lista llegó incompleta. Sigue en servicio la edición 01/01/2026.\n')
  assert.equal((await run('sync', 'us')).code, 3)
  const forced = await run('sync', 'sanciones', '--force')
  assert.equal(forced.out, 'sanciones: nueva edición en servicio (01/01/2026, 1 fila)\n')
  assert.equal(forced.code, 0)
})

test('an unknown name ends with 2', async () => {
  const { code, err } = await run('sync', 'ubigeo')
  assert.equal(code, 2)
  assert.match(err, /padron, sanciones, judiciales, vinculados, us, un/)
})

test('status is a table for people and an object for programs', async () => {
  writeFileSync(source, 'uno\ndos\n')
  await run('sync')
  const table = (await run('status')).out
  assert.match(table, /sanciones +01\/01\/2026 +2 +0 +01\/01\/2026 19:00 +copia/)
  assert.match(table, /us +– .*no configurada/)
  assert.match(table, /us: Falta la dirección/)
  const facts = JSON.parse((await run('status', '--json')).out)
  assert.equal(facts.sanciones.antiguedadHoras, 49)
  assert.equal(facts.sanciones.filas, 2)
  assert.equal(facts.us.error, 'Falta la dirección')
  assert.equal(facts.us.edicion, null)
})

const size = (bytes: number) => bytes * 1e6
test('the progress line shows phase, share, amount and speed', () => {
  assert.equal(
    progressLine({ phase: 'fetch', done: size(5), total: size(20), seconds: 2 }),
    'Descargando   ██████░░░░░░░░░░░░░░░░░░  25 %  5.0 MB / 20.0 MB  2.5 MB/s',
  )
  assert.equal(progressLine({ phase: 'parse', done: 3_000, seconds: 1 }), 'Leyendo 3,000 3,000/s')
  assert.equal(progressLine({ phase: 'verify', done: 0, seconds: 0 }), 'Comprobando')
  assert.match(
    progressLine({ phase: 'read', done: size(40), total: size(1566), seconds: 2 }),
    /40\.0 MB \/ 1,566\.0 MB/,
  )
})

test('the progress line of a batch shows the rows a second and the time left', () => {
  assert.equal(
    progressLine({ phase: 'rows', done: 250_000, total: 1_000_000, seconds: 25 }),
    'Revisando     ██████░░░░░░░░░░░░░░░░░░  25 %  250,000 / 1,000,000  10,000/s  faltan 1 min 15 s',
  )
})

test('the speed after a resume is that of the bytes that came since', () => {
  const line = progressLine({ phase: 'fetch', done: size(310), total: size(390), first: size(300), seconds: 5 })
  assert.match(line, / 2\.0 MB\/s$/)
})

test('the steps of an index are named in Spanish and show no share', () => {
  for (const phase of ['rank', 'words', 'names', 'postings', 'done', 'something-new']) {
    const line = progressLine({ phase, done: 3, total: 4, seconds: 12.4 })
    if (phase !== 'something-new') assert.match(line, /^[A-Z][a-zíáé ]+ 12 s$/)
    assert.doesNotMatch(line, /words|postings|rank|something/)
  }
})

test('no progress line is longer than its terminal', () => {
  const phases = ['fetch', 'files', 'read', 'postings', 'words', 'build', 'types']
  for (let width = 20; width <= 120; width++)
    for (const phase of phases) {
      const line = progressLine({ phase, done: 390_910_000, total: 1_566_116_804, seconds: 3 }, width)
      assert.ok(line.length <= width, `${width}: ${line}`)
      assert.ok(line.length > 0)
    }
  // In 80 columns, beside the name of the dataset, everything has its place.
  assert.match(progressLine({ phase: 'read', done: 390_910_000, total: 1_566_116_804, seconds: 3 }, 69), /░.*MB\/s$/)
})

test('the table of datasets fits its terminal, and stands one below the other in a narrow one', () => {
  const status: DatasetStatus = {
    id: 'us',
    estado: 'unconfigured',
    ...{ desde: null, edicion: '2026-11-14', filas: 18_342_482 },
    ...{ descartadas: 18_000, cargado: '2026-11-14T12:00:00Z', sha256: 'a'.repeat(64), error: null },
    ...{ revisado: '2026-11-14T12:00:00Z', atrasado: false, observacionesSinLeer: 1_514 },
  }
  for (const width of [40, 79, 80, 124, 125, 200]) {
    let printed = ''
    const output = {
      out: (text: string) => void (printed += text),
      err: () => {},
      colours: false,
      setExitCode: () => {},
    }
    printStatuses(output, [status], clock, width)
    for (const line of printed.split('\n')) assert.ok(line.length <= width, `${width}: ${line}`)
    assert.match(printed, /18,342,482/)
    assert.match(printed, /18,000/)
    assert.match(printed, /no configurada/)
    assert.match(printed, /us: 1,514 observaciones sin interpretar/)
  }
})

test('a full disk is told in one line, and ends with 3', async () => {
  writeFileSync(source, 'uno\n')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const dataset = wordList(source, (step) => {
    if (step === 'build') throw full
  })
  const failed = await runWith({ sanciones: dataset }, 'sync')
  assert.equal(failed.err, 'sanciones: No queda espacio en el disco de la carpeta de datos.\n')
  assert.equal(failed.code, 3)
})
