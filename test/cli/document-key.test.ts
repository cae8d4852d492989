import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'

const folder = temporaryFolder()
const [files, place] = [join(folder, 'files'), join(folder, 'place')]
const NUMBER = '00000012'
const person = `DOC. NACIONAL DE IDENTIDAD|${NUMBER}|EJEMPLO JUAN|20000006786`
mkdirSync(files)
const publish = (title: string, ...lines: string[]) => writeFileSync(join(files, title), `${lines.join('\n')}\n`)
publish('Socios.csv', 'Tipo_Documento|Nro_Documento|Nombre_o_RazonSocial|Ruc_Proveedor', person)
publish('representantes.csv', 'Tipo_Documento|Nro_Documento|Nombre_RazonSocial|Ruc_Proveedor', person)
publish('organos.csv', 'Cargo|Tipo_Documento|Nro_Documento|Nombre_RazonSocial|Ruc_Proveedor', `DIRECTOR|${person}`)
publish(
  'inhabilitaciones_judiciales.csv',
  'FECHA_CORTE|RUC_DNI|NOMBRE_RAZONODENOMINACIONSOCIAL|ORGANO_JURISDICCIONAL|NUMERO_RESOLUCION|FECHA_INICIO|FECHA_FIN',
  `20261001|${NUMBER}|EJEMPLO JUAN|Corte|04|20220428|20300428`,
)
const keyFile = (name: string): string => {
  writeFileSync(join(folder, name), name.padEnd(40, '.'))
  return join(folder, name)
}
const key = keyFile('key')
const builder = {
  CHASQUI_DATA_DIR: join(folder, 'builder'),
  CHASQUI_PROCUREMENT_FILES_URL: files,
  CHASQUI_DOCUMENT_KEY: key,
}
const taker = (name: string, documentKey: string) => ({
  ...{ CHASQUI_DATA_DIR: join(folder, name), CHASQUI_EDITIONS_URL: place, CHASQUI_DOCUMENT_KEY: documentKey },
})
const NAMES = ['judiciales', 'vinculados']

test('editions with document numbers are taken by whoever has their key, and by nobody else', async () => {
  const loaded = await runInProcess(builder, 'data', 'sync', ...NAMES)
  assert.equal(loaded.code, 0, loaded.err)
  assert.match(loaded.out, /judiciales: nueva edición.*1 fila\)\nvinculados: nueva edición.*3 filas\)/s)
  const published = await runInProcess(builder, 'data', 'publish', place)
  assert.equal(published.code, 0, published.err)

  const taken = await runInProcess(taker('same', key), 'data', 'sync', ...NAMES)
  assert.equal(taken.code, 0, taken.err)
  assert.match(taken.out, /vinculados: nueva edición.*3 filas/)
  const refused = await runInProcess(taker('other', keyFile('another')), 'data', 'sync', ...NAMES)
  assert.equal(refused.code, 3)
  assert.match(refused.err, /judiciales: .*otra instalación.*\nvinculados: .*otra instalación/s)
  const short = join(folder, 'short')
  writeFileSync(short, 'too short')
  const unusable = await runInProcess(
    { ...builder, CHASQUI_DOCUMENT_KEY: short },
    'data',
    'sync',
    'judiciales',
    '--force',
  )
  assert.match(unusable.err, /CHASQUI_DOCUMENT_KEY/)

  for (const told of [loaded, published, taken, refused, unusable])
    assert.equal((told.out + told.err).includes(NUMBER), false)
  for (const root of ['builder', 'place', 'same', 'other'])
    for (const entry of readdirSync(join(folder, root), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        assert.equal(readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(NUMBER), false, entry.name)
})

test('without a key file the secret of the installation is used, and stays the same', async () => {
  const own = { CHASQUI_DATA_DIR: join(folder, 'own'), CHASQUI_PROCUREMENT_FILES_URL: files }
  assert.equal((await runInProcess(own, 'data', 'sync', ...NAMES)).code, 0)
  const again = await runInProcess(own, 'data', 'sync', ...NAMES)
  assert.match(again.out, /judiciales: sin novedades.*vinculados: sin novedades/s)
})
