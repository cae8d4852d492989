import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { quietLog } from '../../../test/helpers/word-list.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { foldName } from '../../domain/names/normalise.ts'
import { openMirror } from '../editions/mirror.ts'
import { type RefreshOutcome, refreshDataset } from '../editions/refresh.ts'
import { attachRelatedParties } from './attach.ts'
import { openImage } from './image.ts'
import { relatedParties } from './index.ts'
import type { RelatedParties, RelatedParty, Role } from './related-parties.ts'
import { ImageWriter } from './write-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-people-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const RUC = '20000006786'
const DNI = 'DOC. NACIONAL DE IDENTIDAD/LE'
const SECRET = new Uint8Array(32).fill(1)
const clock = limaClock('2026-11-14', { now: () => Date.parse('2026-11-14T15:00:00Z') })

type Files = Record<string, string>
const FILES: Files = {
  'Socios.csv': `Tipo_Documento|Nro_Documento| Nombre_o_RazonSocial |Ruc_Proveedor
${DNI}|\t00000012 |PEREZ EJEMPLO JUAN|${RUC}
REG. UNICO DE CONTRIBUYENTES|20000003451|CONSTRUCCIONES ÑANDÚ E.I.R.L.|${RUC}
${DNI}|00000012|PEREZ EJEMPLO JUAN|${RUC}
CARNE|NO ESPECIFICADO|OTRA PERSONA|20000000125
`,
  'representantes.csv': `Ruc_Proveedor,Tipo_Documento,Nro_Documento,Nombre_RazonSocial\r\n${RUC},${DNI},00000012,"PEREZ EJEMPLO, JUAN"\r\n`,
  'organos.csv': `Cargo|Ruc_Proveedor|Tipo_Documento|Nro_Documento|Nombre_RazonSocial
GERENTE GENERAL|${RUC}|${DNI}|00000012|PEREZ EJEMPLO JUAN
DIRECTOR|${RUC}|PASAPORTE|AB-0012|JOSÉ “X” FOREIGN
`,
}

const installation = () => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const from = mkdtempSync(join(folder, 'files-'))
  const dataset = relatedParties({ from, secret: async () => SECRET, clock })
  const settings = { dataDir, clock, log: quietLog, swapDelayMs: 0 }
  const load = (files: Files): Promise<RefreshOutcome> => {
    for (const name of readdirSync(from)) rmSync(join(from, name))
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(from, name), text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')
    return refreshDataset(dataset, settings)
  }
  const read = async <T>(use: (parties: RelatedParties) => T): Promise<T> => {
    const mirror = await openMirror(dataset, settings)
    try {
      return mirror.read(use)
    } finally {
      await mirror.close()
    }
  }
  return { dataDir, dataset, load, read }
}

const isRefused = (outcome: RefreshOutcome, message: RegExp): void =>
  assert.match(outcome.outcome === 'failed' ? outcome.failure.message : outcome.outcome, message)

test('a supplier has its partners, representatives and board as published, doubles once', async () => {
  const { load, read } = installation()
  assert.equal((await load(FILES)).outcome, 'switched')
  await read((parties) => {
    assert.deepEqual([parties.facts.filas, parties.facts.descartadas], [6, 0])
    const person = { tipoDocumento: DNI, documento: '00000012', nombre: 'PEREZ EJEMPLO JUAN' }
    assert.deepEqual(parties.of(RUC), [
      { rol: 'socio', cargo: '', ...person },
      {
        ...{ rol: 'socio', cargo: '', tipoDocumento: 'REG. UNICO DE CONTRIBUYENTES' },
        ...{ documento: '20000003451', nombre: 'CONSTRUCCIONES ÑANDÚ E.I.R.L.' },
      },
      { rol: 'representante', cargo: '', ...person, nombre: 'PEREZ EJEMPLO, JUAN' },
      { rol: 'organo', cargo: 'GERENTE GENERAL', ...person },
      {
        rol: 'organo',
        cargo: 'DIRECTOR',
        tipoDocumento: 'PASAPORTE',
        documento: 'AB-0012',
        nombre: 'JOSÉ “X” FOREIGN',
      },
    ])
    assert.equal(parties.of('20000000125')[0]?.documento, 'NO ESPECIFICADO')
    assert.deepEqual(
      parties.named('Pérez Ejemplo, Juan').map(({ ruc, rol }) => [ruc, rol]),
      [
        [RUC, 'socio'],
        [RUC, 'representante'],
        [RUC, 'organo'],
      ],
    )
    assert.deepEqual(parties.named('PEREZ EJEMPLO'), [])
    for (const unknown of ['20000000999', '', 'x', '1e3']) assert.deepEqual(parties.of(unknown), [])
  })
})

const whole = (cut: string, rows: readonly string[]): Files => ({
  'conformacion_juridica.csv': [
    'FECHA_CORTE|TIPO_DOCUMENTO|NRO_DOCUMENTO|NOMBRE_RAZONSOCIAL|RUC|TIPO_CONF_JURIDICA|FECHA_VIGENCIA|ID_FORMA|FORMA_JURIDICA',
    ...rows.map((row) => `${cut}|${DNI}|00000012|PEREZ EJEMPLO JUAN|${RUC}|${row}|20200101|1|S.A.C.`),
  ].join('\n'),
})

test('without one of the three files, the one of all kinds is read', async () => {
  const { load, read } = installation()
  const { 'organos.csv': _, ...two } = FILES
  isRefused(await load(two), /Faltan Socios.csv, representantes.csv, organos.csv, y tampoco está conformacion_juridica/)
  assert.equal(
    (await load({ ...two, ...whole('20261001', ['SOCIO', 'REPRESENTANTE', 'ÓRGANO DE ADMINISTRACIÓN']) })).outcome,
    'switched',
  )
  const roles = await read((parties) => [parties.facts.edicion, ...parties.of(RUC).map(({ rol }) => rol)])
  assert.deepEqual(roles, ['2026-10-01', 'socio', 'representante', 'organo'])
  isRefused(await load(whole('20260901', ['SOCIO', 'REPRESENTANTE', 'ORGANO'])), /más antiguo/)
  isRefused(await load(whole('20261101', ['SOCIO', 'ORGANO', 'ALGO NUEVO'])), /no se pudieron leer/)
})

test('an edition that lost a tenth of a kind, rows or columns is refused, and the old one answers', async () => {
  const { load, read } = installation()
  const many = (count: number) => Array.from({ length: count }, (_, i) => `${DNI}|${i}|PERSONA ${i}|${RUC}`)
  const socios = (...rows: string[]) => ({
    ...FILES,
    'Socios.csv': ['Tipo_Documento|Nro_Documento|Nombre_o_RazonSocial|Ruc_Proveedor', ...rows].join('\n'),
  })
  await load(socios(...many(200)))
  isRefused(await load(socios(...many(179))), /incompletos/)
  isRefused(
    await load(socios(...many(200), 'x|y|z', `${DNI}|1|X|2000000678`, `${DNI}|1||${RUC}`)),
    /no se pudieron leer/,
  )
  isRefused(await load(socios()), /Socios.csv llegó vacío/)
  isRefused(
    await load({ ...FILES, 'organos.csv': (FILES['organos.csv'] as string).replace('Cargo', 'Puesto') }),
    /cambió de columnas/,
  )
  isRefused(await load({ ...FILES, 'Socios.csv': '<html><title>Log in</title></html>' }), /columnas/)
  assert.equal(await read(({ facts }) => facts.filas), 203)
})

test('no number or name can be read in the files, another secret opens nothing, damage is seen, and threads answer alike', async () => {
  const { dataDir, dataset, load, read } = installation()
  await load(FILES)
  const root = join(dataDir, 'vinculados')
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    for (const secret of ['00000012', 'AB-0012', 'PEREZ', RUC]) assert.equal(text.includes(secret), false, entry.name)
  }
  const facts = await read((parties) => parties.facts)
  const { edition } = JSON.parse(readFileSync(join(root, 'current'), 'utf8'))
  const dir = join(root, 'editions', edition)
  await assert.rejects(openImage(dir, facts, new Uint8Array(32)), { message: /otra instalación/ })
  const attached = await attachRelatedParties({
    ...{ id: 'vinculados', edition, dir, facts, shared: await dataset.share?.(await dataset.open(dir, facts)) },
  })
  assert.equal(attached.of(RUC).length, 5)
  const image = join(dir, 'vinculados.bin')
  const bytes = readFileSync(image)
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
  writeFileSync(image, bytes)
  await assert.rejects(openImage(dir, facts, SECRET), { message: /dañado/ })
})

test('whatever is declared is read back, supplier by supplier, in its order', async () => {
  const text = fc.string({ maxLength: 40 })
  const rol = fc.constantFrom<Role>('socio', 'representante', 'organo')
  const party = fc.record(
    { rol, cargo: text, tipoDocumento: text, documento: text, nombre: text },
    { noNullPrototype: true },
  )
  const ruc = fc.constantFrom('10000000120', '20000000125', '20999999999', '99000000001')
  const dir = mkdtempSync(join(folder, 'image-'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(ruc, party), { minLength: 1, maxLength: 60 }), async (declared) => {
      const writer = new ImageWriter()
      for (const [of, one] of declared) writer.add(of, one)
      const { rows } = await writer.write(dir, SECRET)
      const parties = await openImage(dir, { edicion: '2026-10-01', filas: rows, sha256: '', cargado: '' }, SECRET)
      for (const [of] of declared) {
        const once = new Map<string, RelatedParty>()
        for (const [other, one] of declared) if (other === of && !once.has(keyOf(one))) once.set(keyOf(one), one)
        assert.deepEqual(parties.of(of), [...once.values()])
        for (const [, { nombre }] of declared) {
          const alike = [...once.values()].filter((one) => foldName(one.nombre) === foldName(nombre))
          assert.equal(parties.named(nombre).filter(({ ruc }) => ruc === of).length, alike.length)
        }
      }
    }),
    { numRuns: 50 },
  )
})

const keyOf = ({ rol, cargo, tipoDocumento, documento, nombre }: RelatedParty): string =>
  JSON.stringify([rol, cargo, tipoDocumento, documento, nombre])
