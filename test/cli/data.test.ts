import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'

const folder = temporaryFolder()
const settings = {
  CHASQUI_DATA_DIR: join(folder, 'data'),
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_UN_LIST_URL: join(folder, 'un.xml'),
  CHASQUI_US_LIST_URL: join(folder, 'missing'),
  CHASQUI_PADRON_URL: join(folder, 'missing.zip'),
  CHASQUI_TAX_LISTS_URL: join(folder, 'missing'),
  CHASQUI_SSCO_URL: join(folder, 'missing.xlsx'),
  CHASQUI_PROCUREMENT_LIST: join(folder, 'missing.csv'),
}
writeFileSync(
  settings.CHASQUI_UN_LIST_URL,
  `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00Z"><INDIVIDUALS></INDIVIDUALS>
<ENTITIES><ENTITY><FIRST_NAME>NAVIERA INVENTADA</FIRST_NAME><UN_LIST_TYPE>Inventada</UN_LIST_TYPE>
<REFERENCE_NUMBER>ZZe.001</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`,
)

// In this order: `status` before and after the first edition.
const ROWS: readonly (readonly [args: readonly string[], code: number, out: RegExp, err: RegExp])[] = [
  [['status'], 0, /^un +– .* sin cargar/m, /^$/],
  [['sync', 'un'], 0, /^un: nueva edición en servicio \(01\/01\/2026, 1 fila\)\n$/, /^$/],
  [['sync', 'un'], 0, /^un: sin novedades \(01\/01\/2026, 1 fila\)\n$/, /^$/],
  [['sync', 'padron'], 3, /^$/, /^padron: .+\.\n$/],
  [['sync', 'judiciales'], 3, /^$/, /^judiciales: no configurada\. .+\.\n$/],
  [
    ['sync'],
    3,
    /^un: sin novedades/,
    /^padron: .+\nsanciones: .+\njudiciales: no configurada\. .+\nvinculados: no configurada\. .+\nus: .+\nagentes: .+\nssco: .+\n$/,
  ],
  [
    ['sync', 'ubigeo'],
    2,
    /^$/,
    /^No existe el conjunto de datos ubigeo; use padron, sanciones, judiciales, vinculados, us, un, eu, uk, bid, agentes, ssco\.\n$/,
  ],
  [['status'], 0, /^un +01\/01\/2026 +1 .* atrasada/m, /^$/],
  [['status'], 0, /^vinculados +– .* no configurada/m, /^$/],
  [['status', '--nada'], 2, /^$/, /^No existe la opción --nada\./],
  [['nada'], 2, /^$/, /^No existe la orden nada\./],
]

for (const [args, code, out, err] of ROWS) {
  test(`chasqui data ${args.join(' ')} ends with ${code}`, async () => {
    const result = await runInProcess(settings, 'data', ...args)
    assert.equal(result.code, code, result.out + result.err)
    assert.match(result.out, out)
    assert.match(result.err, err)
  })
}

test('chasqui data status --json has an entry per dataset', async () => {
  const { out, code } = await runInProcess(settings, 'data', 'status', '--json')
  assert.equal(code, 0)
  const statuses = JSON.parse(out)
  assert.deepEqual(Object.keys(statuses), [
    'padron',
    'sanciones',
    'judiciales',
    'vinculados',
    'us',
    'un',
    'agentes',
    'ssco',
  ])
  assert.deepEqual([statuses.un.edicion, statuses.un.filas, statuses.padron.estado], ['2026-01-01', 1, 'failed'])
})
