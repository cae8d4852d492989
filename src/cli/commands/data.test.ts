import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { wordList } from '../../../test/helpers/word-list.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { dataCommand } from './data.ts'
import { progressLine } from './progress-bar.ts'

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

const run = async (...args: string[]) => {
  const printed = { out: '', err: '', code: 0 }
  const output = {
    out: (text: string) => void (printed.out += text),
    err: (text: string) => void (printed.err += text),
    colours: false,
    setExitCode: (code: number) => void (printed.code = code),
  }
  const datasets = { sanciones: wordList(source), us: without('not-configured') }
  await dataCommand({ settings: () => ({ datasets, dataDir, clock }), output }).parseAsync(args, { from: 'user' })
  return printed
}

test('sync loads what is configured, says what is not, and then has nothing new', async () => {
  writeFileSync(source, 'uno\ndos\n')
  const first = await run('sync')
  assert.equal(first.out, 'sanciones: nueva edición en servicio (2026-01-01, 2 filas)\n')
  assert.equal(first.err, 'us: Falta la dirección.\n')
  assert.equal(first.code, 0)
  assert.equal((await run('sync', 'sanciones')).out, 'sanciones: sin novedades (2026-01-01, 2 filas)\n')
})

test('a failed sync names the reason and what stays in service, and ends with 3', async () => {
  writeFileSync(source, `${'uno\n'.repeat(20)}`)
  await run('sync', 'sanciones')
  writeFileSync(source, 'uno\n')
  const failed = await run('sync', 'sanciones')
  assert.equal(failed.code, 3)
  assert.equal(failed.err, 'sanciones: La lista llegó incompleta. Sigue en servicio la edición 2026-01-01.\n')
  assert.equal((await run('sync', 'us')).code, 3)
})

test('an unknown name ends with 2', async () => {
  const { code, err } = await run('sync', 'ubigeo')
  assert.equal(code, 2)
  assert.match(err, /padron, sanciones, us, un/)
})

test('status is a table for people and an object for programs', async () => {
  writeFileSync(source, 'uno\ndos\n')
  await run('sync')
  const table = (await run('status')).out
  assert.match(table, /sanciones +2026-01-01 +2 +2026-01-01 19:00 +2 días +al día/)
  assert.match(table, /us +– .*falló/)
  assert.match(table, /us: Falta la dirección/)
  const facts = JSON.parse((await run('status', '--json')).out)
  assert.equal(facts.sanciones.antiguedadHoras, 54)
  assert.equal(facts.sanciones.filas, 2)
  assert.equal(facts.us.error, 'Falta la dirección')
  assert.equal(facts.us.edicion, null)
})

test('the progress line shows phase, share, amount and speed', () => {
  assert.equal(
    progressLine('fetch', 5e6, 2e7, 2),
    'Descargando   ██████░░░░░░░░░░░░░░░░░░  25 %  5.0 MB / 20.0 MB  2.5 MB/s',
  )
  assert.equal(progressLine('parse', 3_000, undefined, 1), 'Leyendo       3,000 3,000/s')
  assert.equal(progressLine('verify', 0, undefined, 0), 'Comprobando')
})
