import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'

type Row = readonly [args: readonly string[], code: 0 | 2, shown: RegExp]

const folder = temporaryFolder()
const settings = { CHASQUI_DATA_DIR: join(folder, 'data'), CHASQUI_TODAY: '2026-11-13' }
const keys = (...args: readonly string[]) => runInProcess(settings, 'keys', ...args)

// In this order: the first rows see an empty store.
const ROWS: readonly Row[] = [
  [['list'], 0, /^No hay claves\. Cree una con: chasqui keys create --name NOMBRE\n$/],
  [['list', '--json'], 0, /^\[\]\n$/],
  [['usage'], 0, /^No hay cuentas todavía\.\n$/],
  [['create', '--name', 'Uno'], 0, /chq_live_[0-9A-Za-z]{39}\n.*Uno/s],
  [['create', '--name', 'Dos', '--quota', '50', '--rate', '5', '--json'], 0, /"key": "chq_live_/],
  [['create', '--name', 'Tres', '--sandbox', '--json'], 0, /"key": "chq_test_/],
  [['create'], 2, /^Falta --name, el nombre de la clave\n$/],
  [['create', '--name', ' '], 2, /^El nombre debe tener de 1 a 100 caracteres\n$/],
  [['create', '--name', 'a', '--quota', 'x'], 2, /^--quota debe ser un número entero entre 0 y 1000000000000\n$/],
  [['create', '--name', 'a', '--rate', '0'], 2, /^--rate debe ser un número entero entre 1 y 1000000\n$/],
  [['create', '--name', 'a', '--burst', '0'], 2, /^--burst debe ser un número entero entre 1 y 10000000\n$/],
  [['create', '--name', 'a', '--endpoints', 'nada'], 2, /^--endpoints no conoce "nada"; los valores son persona, ruc,/],
  [['create', '--name', 'a', '--endpoints', 'ruk'], 2, /^--endpoints no conoce "ruk"; .*\. ¿Quiso decir ruc\?\n$/],
  [['create', '--name', 'Fin', '--sandbox', '--expires', '31/12/2026'], 0, /31\/12\/2026/],
  [['create', '--name', 'a', '--expires', '2026-02-30'], 2, /^--expires debe ser una fecha que exista, con la forma/],
  [['create', '--name', 'a', '--expires', '2026-11-12'], 2, /^--expires debe ser hoy \(13\/11\/2026, en Lima\) o una/],
  [['create', '--name', 'Hoy', '--sandbox', '--expires', '2026-11-13'], 0, /Hoy/],
  [['create', '--name', 'a', '--account', 'acc_x'], 2, /^No existe la cuenta acc_x\n$/],
  [['create', '--name'], 2, /^La opción --name <nombre> necesita un valor\./],
  [['list'], 0, /Uno\n.*activa.*\n.*Dos\n.*activa/s],
  [['list', '--sandbox'], 0, /Tres\n.*activa/s],
  [['usage'], 0, /^Consumo de 11\/2026\n/],
  [['usage', '--json', '--month', '2026-10'], 0, /"month": "2026-10"/],
  [['usage', '--month', '2026-13'], 2, /^--month debe tener la forma AAAA-MM o MM\/AAAA\n$/],
  [['revoke'], 2, /^Falta el identificador de la clave \(key_…\)\n$/],
  [['revoke', 'key_x'], 2, /^No existe la clave key_x; «chasqui keys list» muestra las que hay\n$/],
  [['nada'], 2, /^No existe la orden nada\./],
]

for (const [args, code, shown] of ROWS) {
  test(`chasqui keys ${args.join(' ')} ends with ${code}`, async () => {
    const { out, err, code: ended } = await keys(...args)
    assert.equal(ended, code, out + err)
    assert.match(code === 0 ? out : err, shown)
    assert.equal(code === 0 ? err : out, '')
  })
}

test('chasqui keys revoke ends with 0, and the list shows the key as revoked', async () => {
  const [first] = JSON.parse((await keys('list', '--json')).out)
  const revoked = await keys('revoke', first.id, '--json')
  assert.deepEqual([revoked.code, JSON.parse(revoked.out)], [0, { id: first.id, revoked: true }])
  assert.match((await keys('list')).out, new RegExp(`${first.id}\n(?:.+\n)*Estado +revocada`))
})

test('chasqui keys ends with 1 when the data folder cannot be used', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const dataDir = join(file, 'data')
  const { out, err, code } = await runInProcess({ ...settings, CHASQUI_DATA_DIR: dataDir }, 'keys', 'list')
  assert.deepEqual([code, out], [1, ''])
  assert.equal(err, `No se pudo abrir el almacén de cuentas ${join(dataDir, 'accounts.sqlite')}: ENOTDIR.\n`)
})
