import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { quietLog } from '../../../test/helpers/word-list.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { openMirror } from '../editions/mirror.ts'
import { type RefreshOutcome, refreshDataset } from '../editions/refresh.ts'
import { attachCourtBans } from './attach.ts'
import type { CourtBans } from './court-bans.ts'
import { courtBans } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-courts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const HEADER =
  'FECHA_CORTE|RUC_DNI|NOMBRE_RAZONODENOMINACIONSOCIAL|ORGANO_JURISDICCIONAL|NUMERO_RESOLUCION|FECHA_INICIO|FECHA_FIN'
const ROWS = [
  '10000000120|DE LA ROSA QUISPE ANA MARÍA|Corte de Ejemplo|04|20220428|20300428',
  '20000000125|EJEMPLO DE LA CONSTRUCCION SAC|Corte de Ejemplo|04|20181019|',
  '10000003455|PEREZ EJEMPLO MARIA|Juzgado de Ejemplo|Sentencia N° 1-2023|20271218|20231218',
  '1010000001|EJEMPLO JOSÉ|Sala de Ejemplo|s/n de fecha 23.08.2018|20190214|20240214',
  '00000034|OTRO EJEMPLO|Sala de Ejemplo|07|20240101|20290101',
]
const fileOf = (rows: readonly string[], cut = '20261001', header = HEADER): Buffer =>
  Buffer.from([header, ...rows.map((row) => `${cut}|${row}`), ''].join('\n'), 'latin1')

const clock = limaClock('2026-11-14', { now: () => Date.parse('2026-11-14T15:00:00Z') })

const installation = (secret: Uint8Array = new Uint8Array(32).fill(1)) => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const dataset = courtBans({ from: dataDir, secret: async () => secret, clock })
  const warnings: object[] = []
  const log = { ...quietLog, warn: (facts: object) => void warnings.push(facts) }
  const settings = { dataDir, clock, log, swapDelayMs: 0 }
  const load = (content: Buffer): Promise<RefreshOutcome> => {
    writeFileSync(join(dataDir, 'inhabilitaciones_judiciales.csv'), content)
    return refreshDataset(dataset, settings)
  }
  const read = async <T>(use: (bans: CourtBans) => T): Promise<T> => {
    const mirror = await openMirror(dataset, settings)
    try {
      return mirror.read(use)
    } finally {
      await mirror.close()
    }
  }
  return { dataDir, dataset, warnings, load, read }
}

const isRefused = (outcome: RefreshOutcome, message: RegExp): void =>
  assert.match(outcome.outcome === 'failed' ? outcome.failure.message : outcome.outcome, message)

test('orders are found by RUC, by the DNI inside it and by name, with their dates as they are', async () => {
  const { load, read } = installation()
  assert.equal((await load(fileOf([...ROWS, ROWS[0] as string]))).outcome, 'switched')
  await read((bans) => {
    assert.deepEqual([bans.facts.edicion, bans.facts.filas, bans.facts.descartadas], ['2026-10-01', 5, 0])
    assert.deepEqual(bans.find('20000000125'), [
      {
        ...{ documento: '20000000125', nombre: 'EJEMPLO DE LA CONSTRUCCION SAC', organo: 'Corte de Ejemplo' },
        ...{ resolucion: '04', desde: '2018-10-19', hasta: null },
      },
    ])
    assert.equal(bans.find('10000000120')[0]?.nombre, 'DE LA ROSA QUISPE ANA MARÍA')
    assert.deepEqual(
      bans.find('10000003455').map(({ desde, hasta }) => [desde, hasta]),
      [['2027-12-18', '2023-12-18']],
    )
    assert.equal(bans.find('10000000341')[0]?.documento, '00000034')
    assert.deepEqual(bans.find('20000000999'), [])
    assert.equal(bans.named('Ejemplo, Jose')[0]?.documento, '1010000001')
    assert.deepEqual(bans.named(''), [])
  })
})

test('the older headings and their dates are known; they state no cut', async () => {
  const { load, read } = installation()
  const old = [
    'RUC/DNI|RazonSocial/Nombre|NumeroResolucion|OrganoJurisdiccional|Periodo|FechaInicioInhabilitacion|FechaFinInhabilitacion',
    '10000000120|ANA EJEMPLO|04|Corte|5 AÑOS|28/04/2022|28/04/2027',
  ]
  assert.equal((await load(Buffer.from(old.join('\r\n'), 'latin1'))).outcome, 'switched')
  const [ban] = await read((bans) => bans.find('10000000120'))
  assert.deepEqual([ban?.organo, ban?.desde, ban?.hasta], ['Corte', '2022-04-28', '2027-04-28'])
})

test('a removed order is answered for the days on which it was listed, and a fall by half is told', async () => {
  const { load, read, warnings } = installation()
  await load(fileOf(ROWS))
  assert.equal((await load(fileOf(ROWS.slice(3), '20261101'))).outcome, 'switched')
  assert.equal(warnings.length, 1)
  await read((bans) => {
    assert.equal(bans.facts.extra?.filasAntes, 5)
    assert.deepEqual(bans.find('20000000125'), [])
    assert.equal(bans.find('20000000125', '2026-10-01').length, 1)
    assert.equal(bans.find('20000000125', '2026-10-02').length, 0)
  })
})

test('two cuts, an older or future one, an empty file, unreadable rows and other columns are refused', async () => {
  const { load } = installation()
  await load(fileOf(ROWS))
  const two = Buffer.concat([fileOf(ROWS), Buffer.from(`20261002|${ROWS[4]?.replace('07', '08')}\n`, 'latin1')])
  isRefused(await load(two), /distintas fechas de corte/)
  isRefused(await load(fileOf(ROWS, '20260930')), /más antiguo/)
  isRefused(await load(fileOf(ROWS, '20990101')), /imposible/)
  isRefused(await load(fileOf([])), /vacío/)
  isRefused(await load(fileOf([...ROWS, '10000000120|X|Y|Z|20240231|'])), /no se pudieron leer/)
  isRefused(await load(fileOf(ROWS, '20261001', HEADER.replace('RUC_DNI', 'DOC'))), /cambió de columnas/)
  isRefused(await load(Buffer.from('<html><title>Log in</title></html>')), /columnas/)
})

test('no number or name can be read in the files, another secret opens nothing, and threads answer alike', async () => {
  const { dataDir, dataset, load, read } = installation()
  await load(fileOf(ROWS))
  const root = join(dataDir, 'judiciales')
  for (const name of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const text = readFileSync(join(name.parentPath, name.name), 'latin1')
    for (const secret of ['10000000120', '00000034', 'PEREZ']) assert.equal(text.includes(secret), false, name.name)
  }
  const { edition } = JSON.parse(readFileSync(join(root, 'current'), 'utf8'))
  const dir = join(root, 'editions', edition)
  const facts = await read((bans) => bans.facts)
  await assert.rejects(installation(new Uint8Array(32).fill(2)).dataset.open(dir, facts), {
    message: /otra instalación/,
  })
  const shared = structuredClone(await dataset.share?.(await dataset.open(dir, facts)))
  const attached = await attachCourtBans({ id: 'judiciales', edition, dir, facts, shared })
  assert.equal(attached.find('10000000120').length, 1)
})
