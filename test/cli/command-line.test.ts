import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/kernel/version.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { chasqui, type Settings } from '../helpers/server.ts'

const folder = temporaryFolder()
const help = (path = 'chasqui'): string => `Use «${path} --help» para ver las opciones.`

const ROWS: readonly (readonly [args: readonly string[], code: 0 | 2, shown: RegExp | string])[] = [
  [['--version'], 0, `${version}\n`],
  [['--help'], 0, /^Uso: chasqui \[opciones\] \[orden\]\n(?:.*\n)*Opciones:\n(?:.*\n)*Órdenes:\n/],
  [['help', 'keys'], 0, /cuentas y claves de acceso/],
  [['ruc', '--help'], 0, /ficha de un contribuyente/],
  [[], 2, /^Uso: chasqui /],
  [['keys'], 2, /^Uso: chasqui keys /],
  [['help', 'keys', 'create'], 0, /^Uso: chasqui keys create \[opciones\]\n(?:.*\n)* +--expires/],
  [['keys', 'help', 'create'], 0, /^Uso: chasqui keys create /],
  [['help', 'ruc'], 0, /^Uso: chasqui ruc \[opciones\] <ruc>\n/],
  [['help'], 0, /^Uso: chasqui /],
  [['dato', '--help'], 2, `No existe la orden dato. ¿Quiso decir data? ${help()}\n`],
  [['help', 'dato'], 2, `No existe la orden dato. ¿Quiso decir data? ${help()}\n`],
  [['keys', 'nada', '--help'], 2, `No existe la orden nada. ${help('chasqui keys')}\n`],
  [['help', 'keys', 'creat'], 2, `No existe la orden creat. ¿Quiso decir create? ${help('chasqui keys')}\n`],
  [['serv', '-h'], 2, `No existe la orden serv. ¿Quiso decir serve? ${help()}\n`],
  [['indicador'], 2, `No existe la orden indicador. ¿Quiso decir indicadores? ${help()}\n`],
  [['tipo'], 2, `No existe la orden tipo. ¿Quiso decir tipo-cambio? ${help()}\n`],
  [['sync'], 2, `No existe la orden sync. ¿Quiso decir data sync? ${help()}\n`],
  [['20000000125'], 2, `No existe la orden 20000000125. ¿Quiso decir ruc 20000000125? ${help()}\n`],
  [['00000012'], 2, `No existe la orden 00000012. ¿Quiso decir dni 00000012? ${help()}\n`],
  [['ruc', '20000000125', '--jsn'], 2, `No existe la opción --jsn. ¿Quiso decir --json? ${help('chasqui ruc')}\n`],
  [
    ['ruc', '20000000125', '--provedor=x'],
    2,
    `No existe la opción --provedor=x. ¿Quiso decir --proveedor? ${help('chasqui ruc')}\n`,
  ],
  [
    ['indicadores', 'buscar', 'pbi', '--frecuensia', 'x'],
    2,
    `No existe la opción --frecuensia. ¿Quiso decir --frecuencia? ${help('chasqui indicadores buscar')}\n`,
  ],
  [['keys', 'crear', '--nada'], 2, `No existe la opción --nada. ${help('chasqui keys create')}\n`],
  [['claves', 'revocar', '--nada'], 2, `No existe la opción --nada. ${help('chasqui keys revoke')}\n`],
  [['datos', 'sincronizar', '--nada'], 2, `No existe la opción --nada. ${help('chasqui data sync')}\n`],
  [['constancia', 'verify', '--nada'], 2, `No existe la opción --nada. ${help('chasqui constancia verificar')}\n`],
  [['keys', 'crea'], 2, `No existe la orden crea. ¿Quiso decir create? ${help('chasqui keys')}\n`],
  [['xyz'], 2, `No existe la orden xyz. ${help()}\n`],
  [['--nada'], 2, `No existe la opción --nada. ${help()}\n`],
  [['ruc', '20000000125', '--nada'], 2, `No existe la opción --nada. ${help('chasqui ruc')}\n`],
  [['ruc'], 2, `Falta el argumento ruc. ${help('chasqui ruc')}\n`],
  [
    ['indicadores', 'buscar', 'pbi', '--desde', '2020-01-01'],
    2,
    `No existe la opción --desde. ${help('chasqui indicadores buscar')}\n`,
  ],
  [
    ['indicadores', '--hasta', '2020-01-01', 'buscar', 'pbi'],
    2,
    `No existe la opción --hasta. ${help('chasqui indicadores buscar')}\n`,
  ],
  [['indicadores', 'buscr', 'pbi'], 2, `Hay argumentos de más. ¿Quiso decir buscar? ${help('chasqui indicadores')}\n`],
  [['ruc', '20000000125', '20000003451'], 2, `Hay argumentos de más. ${help('chasqui ruc')}\n`],
  [['ruc', '20000000125', '--proveedor'], 2, `La opción --proveedor <id> necesita un valor. ${help('chasqui ruc')}\n`],
  [['sandbox', 'fault', 'central-bank'], 2, `Falta el argumento falla. ${help('chasqui sandbox fault')}\n`],
  [['data', 'sync', 'padrom'], 2, /^No existe el conjunto de datos padrom; .* ¿Quiso decir padron\?\n$/],
  [['completion', 'basch'], 2, /^No hay script para basch; use bash, zsh, fish\. ¿Quiso decir bash\?\n$/],
  [['serve', '--port', '70000'], 2, '--port debe ser un número entero entre 0 y 65535.\n'],
  [['serve', '--port', 'x'], 2, '--port debe ser un número entero entre 0 y 65535.\n'],
  [['serve', '--host', ' '], 2, /^--host necesita una dirección/],
  [['sandbox', 'faults'], 2, /^Indique con CHASQUI_ADMIN_PORT el puerto/],
]

for (const [args, code, shown] of ROWS) {
  test(`chasqui ${args.join(' ')} ends with ${code}`, async () => {
    const { out, err, code: ended } = await runInProcess({}, ...args)
    const [printed, other] = code === 0 ? [out, err] : [err, out]
    assert.deepEqual([ended, other], [code, ''])
    if (typeof shown === 'string') assert.equal(printed, shown)
    else assert.match(printed, shown)
  })
}

test('chasqui sandbox faults ends with 3 when no service answers', async () => {
  const { err, code } = await runInProcess({ CHASQUI_ADMIN_PORT: '9' }, 'sandbox', 'faults')
  assert.deepEqual([code, err], [3, 'Ningún servicio responde en el puerto de administración 9.\n'])
})

writeFileSync(join(folder, 'file'), '')
const BAD_SETTINGS: readonly (readonly [settings: Settings, shown: RegExp])[] = [
  [{ CHASQUI_NADA: '1' }, /^Ajuste desconocido: CHASQUI_NADA\. /],
  [{ CHASQUI_TODAY: '2026-02-30' }, /^CHASQUI_TODAY debe ser una fecha real/],
  [{ CHASQUI_DATA_DIR: join(folder, 'file', 'data') }, /^No se puede usar la carpeta de datos \(ENOTDIR\)\./],
  // Node's own recursive mkdir never returns there.
  [{ CHASQUI_DATA_DIR: '/proc/none' }, /^No se puede usar la carpeta de datos \(E[A-Z]+\)\./],
]
for (const [settings, shown] of BAD_SETTINGS) {
  test(`with ${Object.keys(settings)[0]} that cannot be used, a lookup ends with 2 and one line`, async () => {
    const { out, err, code } = await runInProcess(settings, 'tipo-cambio')
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, shown)
    assert.match(err, /^[^\n]+\n$/)
  })
}

test('chasqui serve ends with 1 and a line where its data folder cannot be made', async () => {
  const settings = { CHASQUI_PORT: '0', CHASQUI_DATA_DIR: '/proc/none', CHASQUI_REFRESH: 'off' }
  const { out, err, code } = await runInProcess(settings, 'serve')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^No se pudo abrir el almacén de cuentas \/proc\/none\/accounts\.sqlite: E[A-Z]+\.\n$/)
})

test('chasqui serve ends with 2 when its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const settings = { CHASQUI_PORT: String(port), CHASQUI_DATA_DIR: join(folder, 'data'), CHASQUI_REFRESH: 'off' }
  const { err, code } = await runInProcess(settings, 'serve')
  other.close()
  assert.deepEqual([code, err], [2, `El puerto ${port} ya está en uso. Elija otro con --port o CHASQUI_PORT.\n`])
})

test('the program itself ends with the code of its command and writes to both streams', () => {
  assert.deepEqual(chasqui({}, '--version'), { code: 0, out: `${version}\n`, err: '' })
  assert.deepEqual(chasqui({}, 'xyz'), { code: 2, out: '', err: `No existe la orden xyz. ${help()}\n` })
})
