import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { zipOf } from '../sandbox/zip.ts'
import { temporaryFolder } from './helpers/cleanup.ts'
import { runInProcess } from './helpers/command-line.ts'
import { publish, registerLine, registerText, rucOf, zipped } from './helpers/register-file.ts'

const RUC = rucOf('2000000012')
const YOUNG = rucOf('2000000345')
/** So that a copy without one of the two is no part. */
const OTHERS = Array.from({ length: 30 }, (_, at) => registerLine(rucOf(`20000010${10 + at}`), `OTRA ${at} S.A.C.`))

const OTHER = rucOf('2000001010')
const OPEN_DATA_HEADER =
  'RUC,Estado,Condicion,Tipo,Actividad_Economica_CIIU_revision3_Principal,Actividad_Economica_CIIU_revision3_Secundaria,Actividad_Economica_CIIU_revision4_Principal,NroTrab,TipoFacturacion,TipoContabilidad,ComercioExterior,UBIGEO,Departamento,Provincia,Distrito,PERIODO_PUBLICACION'

const folder = temporaryFolder()
const settings = (dataDir: string, from: string) => ({
  ...{ CHASQUI_DATA_DIR: dataDir, CHASQUI_PADRON_URL: from, CHASQUI_DATASET_FLOOR: '1', CHASQUI_TODAY: '2026-11-15' },
})

/** The register of each day: the company's condition, and whether the young one is there. */
const DAYS = [
  ['2026-10-01', 'NO HABIDO', false],
  ['2026-10-20', 'HABIDO', false],
  ['2026-11-10', 'HABIDO', true],
  ['2026-11-14', 'NO HALLADO', true],
] as const
const files = await Promise.all(
  DAYS.map(async ([day, condicion, young]) => {
    const lines = [registerLine(RUC, 'COMERCIAL EJEMPLO S.A.C.', ['ACTIVO', condicion]), ...OTHERS]
    if (young) lines.splice(1, 0, registerLine(YOUNG, 'JOVEN S.A.C.'))
    const path = join(folder, `padron_reducido_ruc_${day}.zip`)
    publish(path, await zipped(registerText(lines), day), day)
    return path
  }),
)

/** The open data of a month: the company alone, because the others are left out of it. */
const months = await Promise.all(
  ['202608', '202609'].map(async (period, at) => {
    const cells = [
      RUC,
      'ACTIVO',
      ['HABIDO', 'NO HABIDO'][at],
      ...Array<string>(8).fill('X'),
      '150131',
      'A',
      'B',
      'C',
      period,
    ]
    const path = join(folder, `PadronRUC_${period}.zip`)
    const text = Buffer.from(`${OPEN_DATA_HEADER}\n${cells.join(',')}\n`)
    publish(path, await zipOf(`PadronRUC_${period}.csv`, text), '2026-10-01')
    return path
  }),
)

const run = async (dataDir: string, from: string, ...words: string[]) => runInProcess(settings(dataDir, from), ...words)

/** How a process ended that loads a file, or puts it into the history, and kills itself when a phase begins. */
const killed = (dataDir: string, file: string, phase: string, what = 'load') =>
  spawnSync(process.execPath, [CHILD, dataDir, file, phase, what]).signal
const CHILD = fileURLToPath(new URL('./helpers/killed-history.ts', import.meta.url))

const assertWhole = async (dataDir: string, from: string): Promise<void> => {
  const past = await run(dataDir, from, 'historia', RUC, '--json')
  assert.deepEqual(
    JSON.parse(past.out || '{}')
      .data?.periodos.filter(({ grano }: Record<string, string>) => grano === 'dia')
      .map(({ desde, condicion }: Record<string, string>) => [desde, condicion]),
    [
      ['2026-11-14', 'NO HALLADO'],
      ['2026-10-20', 'HABIDO'],
      ['2026-10-01', 'NO HABIDO'],
    ],
    past.err,
  )
  const day = await run(dataDir, from, 'ruc', RUC, '--fecha', '05/11/2026', '--json')
  const { data, vigencia } = JSON.parse(day.out || '{}')
  assert.deepEqual([data?.condicion, vigencia?.edicion, vigencia?.certeza], ['HABIDO', '2026-10-20', 'segura'], day.err)
  const { out } = await run(dataDir, from, 'historia', YOUNG, '--json')
  const { periodos, ...span } = JSON.parse(out).data
  assert.deepEqual(span, { numero: YOUNG, desde: '2026-10-01', hasta: '2026-11-14' })
  assert.deepEqual(
    periodos.map(({ desde, hasta, cambios }: Record<string, unknown>) => [desde, hasta, cambios]),
    [['2026-11-10', null, ['alta']]],
  )
}

test('editions that follow each other are a history, and a killed load loses none of it', async () => {
  const dataDir = temporaryFolder()
  for (const [at, file] of files.entries()) {
    const phase = [null, 'history', 'point', 'sweep'][at]
    if (phase) assert.equal(killed(dataDir, file, phase), 'SIGKILL')
    const { out, err } = await run(dataDir, file, 'data', 'sync', 'padron')
    assert.match(out, /^padron: (?:nueva edición|sin novedades)/, err)
  }
  await assertWhole(dataDir, files.at(-1) as string)
})

/** Who is absent from a monthly copy is not called gone, before or after. */
const assertMonths = async (dataDir: string, from: string): Promise<void> => {
  const { out, err } = await run(dataDir, from, 'historia', RUC, '--json')
  const { periodos } = JSON.parse(out || '{}').data
  assert.deepEqual(
    periodos
      .filter(({ grano }: Record<string, string>) => grano === 'mes')
      .map(({ desde, hasta, condicion, fuente }: Record<string, string>) => [desde, hasta, condicion, fuente]),
    [
      ['2026-09-01', '2026-09-30', 'NO HABIDO', 'taxauth-open-data'],
      ['2026-08-01', '2026-08-31', 'HABIDO', 'taxauth-open-data'],
    ],
    err,
  )
  const day = await run(dataDir, from, 'ruc', RUC, '--fecha', '2026-09-10')
  assert.match(day.out, /Según la copia mensual de 09\/2026, de un día que no consta/, day.err)
  const other = await run(dataDir, from, 'ruc', OTHER, '--fecha', '2026-09-10')
  assert.match(other.err, /no dicen nada de este RUC/)
  assert.equal(JSON.parse((await run(dataDir, from, 'historia', OTHER, '--json')).out).data.periodos.length, 1)
}

test('monthly copies of a part of all RUCs stand beside the days, through later editions and to who takes them', async () => {
  const dataDir = temporaryFolder()
  const [early = '', , , last = ''] = files
  await run(dataDir, early, 'data', 'sync', 'padron')
  const place = join(folder, 'con-meses')
  const other = temporaryFolder()
  const take = () =>
    runInProcess({ ...settings(other, ''), CHASQUI_EDITIONS_URL: place }, ...['data', 'sync', 'padron'])
  await run(dataDir, early, 'data', 'publish', place)
  await take()
  // Killed before the switch the month is not in, killed after it is: never in part.
  assert.equal(killed(dataDir, months[1] as string, 'point', 'copy'), 'SIGKILL')
  const told = await run(dataDir, early, 'data', 'backfill', months[1] as string)
  assert.match(told.out, /PadronRUC_202609\.zip: en la historia del mes 09\/2026 \(1 fila\)/, told.err)
  assert.equal(killed(dataDir, months[0] as string, 'sweep', 'copy'), 'SIGKILL')
  await assertMonths(dataDir, early)
  await run(dataDir, last, 'data', 'sync', 'padron')
  const again = await run(dataDir, last, 'data', 'backfill', ...months, files[2] as string, files[1] as string)
  assert.equal(again.out.match(/ya hay una copia del 0[89]\/2026; nada cambió/g)?.length, 2, again.err)
  await assertMonths(dataDir, last)
  await assertWhole(dataDir, last)
  await run(dataDir, last, 'data', 'publish', place)
  await take()
  await assertMonths(other, last)
  await assertWhole(other, last)
})

test('copies of the past are put in their place, in any order, and twice is as good as once', async () => {
  const dataDir = temporaryFolder()
  const last = files.at(-1) as string
  const early = await run(dataDir, last, 'data', 'backfill', files[0] as string)
  assert.match(early.err, /El padrón aún no está cargado/)
  await run(dataDir, last, 'data', 'sync', 'padron')
  const told = await run(dataDir, last, 'data', 'backfill', ...[1, 0, 2].map((at) => files[at] as string))
  assert.equal(told.code, 0, told.err)
  assert.match(told.out, /en la historia desde el 01\/10\/2026 \(31 filas\)/)
  await assertWhole(dataDir, last)
  const again = await run(dataDir, last, 'data', 'backfill', ...files)
  assert.equal(again.out.match(/nada cambió/g)?.length, DAYS.length, again.err)
  await assertWhole(dataDir, last)
  const shown = await run(dataDir, last, 'historia', RUC)
  assert.match(shown.out, /Del 14\/11\/2026 a hoy[\s\S]*Cambió\s+condición[\s\S]*Del 01\/10\/2026 al 01\/10\/2026/)
  const place = join(folder, 'ediciones')
  await run(dataDir, last, 'data', 'publish', place)
  const other = temporaryFolder()
  const taken = await runInProcess(
    { ...settings(other, ''), CHASQUI_EDITIONS_URL: place },
    ...['data', 'sync', 'padron'],
  )
  assert.equal(taken.code, 0, taken.err)
  await assertWhole(other, last)
  assert.deepEqual(
    readdirSync(join(dataDir, 'padron')).filter((name) => name.startsWith('work-')),
    [],
  )
})

test('a copy that says no day, holds a part or is of tomorrow is refused, and the history stays', async () => {
  const dataDir = temporaryFolder()
  const last = files.at(-1) as string
  await run(dataDir, last, 'data', 'sync', 'padron')
  const nameless = join(folder, 'copia.zip')
  const part = join(folder, 'parte-2026-10-05.txt')
  const later = join(folder, 'luego-20261115.txt')
  publish(nameless, await zipped(registerText(OTHERS), '2025-03-04'), '2026-10-05')
  publish(part, registerText(OTHERS.slice(0, 9)), '2026-10-05')
  publish(later, registerText(OTHERS), '2026-10-05')
  for (const [words, problem] of [
    [[nameless], /indíquelo con --fecha, por ejemplo --fecha 2025-03-04/],
    [[part], /9 filas, menos de \d+: es solo una parte/],
    [[later], /posterior a la edición en servicio/],
    [[part, later, '--fecha', '2026-10-05'], /una sola copia/],
    [[part, '--fecha', '2026-13-05'], /debe ser una fecha/],
  ] as const) {
    const { code, err } = await run(dataDir, last, 'data', 'backfill', ...words)
    assert.match(err, problem)
    assert.equal(code, 2)
  }
  const { out } = await run(dataDir, last, 'historia', RUC, '--json')
  assert.equal(JSON.parse(out).data.desde, '2026-11-14')
})

test('a lost file of the history is told in health words, and the register answers on', async () => {
  const dataDir = temporaryFolder()
  const last = files.at(-1) as string
  await run(dataDir, last, 'data', 'sync', 'padron')
  await run(dataDir, last, 'data', 'backfill', files[0] as string)
  const editions = join(dataDir, 'padron', 'editions')
  for (const edition of readdirSync(editions))
    for (const name of readdirSync(join(editions, edition)))
      if (name.endsWith('.segment')) rmSync(join(editions, edition, name))
  assert.equal((await run(dataDir, last, 'ruc', RUC)).code, 0)
  const { code, err } = await run(dataDir, last, 'ruc', RUC, '--fecha', '2026-10-01')
  assert.match(err, /La historia del padrón empieza el 14\/11\/2026/)
  assert.equal(code, 3)
  const next = join(folder, 'padron_reducido_ruc_2026-11-15.zip')
  publish(next, await zipped(registerText(OTHERS), '2026-11-15'), '2026-11-15')
  await run(dataDir, next, 'data', 'sync', 'padron')
  assert.deepEqual(readdirSync(join(dataDir, 'padron', 'set-aside')), ['history-2026-11-14'])
  assert.match((await run(dataDir, next, 'health')).out, /Padrón: Se perdió la historia anterior al 14\/11\/2026/)
})
