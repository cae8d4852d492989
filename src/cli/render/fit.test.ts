import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { repeated } from '../../../test/helpers/repeated.ts'
import { CAMBIOS } from '../../domain/records.ts'
import { LOOKUPS, type LookupSpec } from '../lookups.ts'
import { wrapLabelled, wrapLines, wrapText } from './fit.ts'
import { renderHealth } from './health.ts'
import { drawTable } from './table.ts'

const WIDTHS = [20, 33, 40, 80, 140]
const columns = process.stdout.columns
afterEach(() => {
  process.stdout.columns = columns
})

/** Long words without a space, wide characters, combining marks, Ñ, emoji, empty, and ordinary long names. */
const HOSTILE = [
  'Ñ'.repeat(150),
  '漢字カナ'.repeat(40),
  'e\u0301n\u0303'.repeat(60),
  'SERVICIOS GENERALES Y CONSTRUCCIONES ÑAÑANDÚ DEL PERÚ '.repeat(5),
  '👩‍👩‍👧‍👦🇵🇪'.repeat(30),
  'https://ejemplo.test/'.padEnd(190, 'x'),
  'شركة الاستيراد والتصدير '.repeat(8),
  '\u001b[31mrojo\u001b[2J\u202eotro '.repeat(20),
  '',
]

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.lorem({ maxCount: 30 }),
)
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }))
const date = fc.oneof(fc.constantFrom('2026-11-15', ''), text)
const some = <Value>(of: fc.Arbitrary<Value>) => fc.array(of, { maxLength: 4 })

const taxpayer = fc.record({
  ...{ numero: text, razonSocial: text, estado: text, condicion: text, direccion: text, ubigeo: text },
  ...{ departamento: text, provincia: text, distrito: text, tipo: text },
})
const names = { nombreCompleto: text, apellidoPaterno: text, apellidoMaterno: text, nombres: text }
const person = fc.record({
  ...names,
  dni: text,
  ruc: text,
  estado: text,
  condicion: text,
  ficha: fc.option(taxpayer, { nil: undefined }),
})
const sanction = fc.record({
  ...{
    ruc: text,
    razonSocial: text,
    tipo: text,
    resolucion: text,
    periodo: text,
    desde: date,
    hasta: date,
    infraccion: text,
  },
})
const file = fc.record({
  ...{
    tipo: text,
    nacimientos: some(date),
    lugaresNacimiento: some(text),
    nacionalidades: some(text),
    paises: some(text),
  },
  ...{ direcciones: some(text), programas: some(text), alias: some(text), vinculos: some(text), cargos: some(text) },
  ...{ incluidoEl: date, observaciones: text, enlace: text },
  documentos: some(fc.record({ tipo: text, numero: text, pais: text, nota: text })),
  particularidades: some(fc.record({ nombre: text, valor: text })),
})
const match = fc.record({
  ...{
    nombre: text,
    fuente: fc.constantFrom('US', 'UN'),
    programa: text,
    tipo: text,
    puntaje: fc.integer(),
    ficha: file,
  },
  ...{ coincidencia: fc.constantFrom('exacto', 'parcial'), nombreCoincidente: text, referencia: text },
  motivos: some(
    fc.record({ tipo: fc.constantFrom('igual', 'sonido', 'nacimiento'), consulta: text, lista: text, peso: number }),
  ),
})
const moment = fc.constantFrom('2026-11-13T10:00:00.000Z', '')

const DATA: Record<string, fc.Arbitrary<unknown>> = {
  ruc: taxpayer,
  dni: fc.record({ numero: text, ...names }),
  persona: fc.record({ matches: some(person), total: fc.nat(), truncado: fc.boolean(), aviso: text }),
  nombre: some(taxpayer),
  'tipo-cambio': fc.oneof(
    fc.record({ fecha: date, compra: number, venta: number, moneda: text }),
    fc.record({
      mes: text,
      moneda: text,
      dias: some(fc.record({ fecha: date, compra: number, venta: number, publicado: date })),
    }),
  ),
  indicadores: fc.record({
    codigo: text,
    nombre: text,
    frecuencia: text,
    valores: some(fc.record({ periodo: text, valor: number })),
  }),
  'indicadores/buscar': some(
    fc.record({ codigo: text, nombre: text, grupo: text, frecuencia: text, desde: date, hasta: date }),
  ),
  sanciones: fc.record({
    nombre: text,
    sancionado: fc.boolean(),
    total: fc.nat(),
    listaActualizada: moment,
    sanciones: some(sanction),
  }),
  'ruc/historia': fc.record({
    ...{ numero: text, desde: text, hasta: text },
    periodos: some(
      fc.record({
        ...{ desde: text, hasta: fc.option(text), razonSocial: text, estado: text, condicion: text, ubigeo: text },
        ...{ direccion: text, cambios: fc.subarray([...CAMBIOS]) },
      }),
    ),
  }),
  comprobante: fc.record({ estado: text, estadoRuc: text, condicionRuc: text, observaciones: some(text) }),
  soat: fc.record({
    ...{ placa: text, aseguradora: text, numeroPoliza: text, inicioVigencia: text, finVigencia: text, estado: text },
    ...{ tipoUso: text, clase: text, tipoCertificado: text },
  }),
  aml: fc.record({
    query: text,
    documento: text,
    pais: text,
    total: fc.nat(),
    listasActualizadas: moment,
    matches: some(match),
  }),
}

const part = <Finding>(hallazgos: fc.Arbitrary<Finding>) =>
  fc.record({
    ...{ estado: fc.constantFrom('hallazgo', 'sin_revisar'), edicion: fc.option(text), motivo: text },
    hallazgos: some(hallazgos),
  })
const dates = { desde: date, hasta: date, fechasContradictorias: fc.boolean() }

DATA.proveedor = fc.record({
  ...{ ruc: text, razonSocial: text, fecha: date },
  resumen: fc.record({ hallazgos: fc.nat(9), sinRevisar: some(text) }),
  partes: fc.record({
    registro: part(fc.record({ campo: text, valor: text })),
    sanciones: part(fc.record({ tipo: text, resolucion: text, infraccion: text, ...dates })),
    judicial: part(
      fc.record({
        documento: text,
        nombre: text,
        organo: text,
        resolucion: text,
        soloPorNombre: fc.boolean(),
        ...dates,
      }),
    ),
    listas: part(match),
    vinculados: part(
      fc.record({ nombre: text, roles: some(text), cargo: text, documento: text, coincidencias: some(match) }),
    ),
  }),
})

const origins = fc.constant([
  { provider: 'procurement-list', channel: 'list', edition: '2026-08-20' },
  { provider: 'taxauth-scraper', channel: 'register', edition: '2026-11-14' },
])

const assertFits = (shown: string, width: number): void => {
  for (const line of shown.split('\n'))
    assert.ok(stringWidth(line) <= width, `${stringWidth(line)} > ${width}: ${line}`)
}

const SPECS: LookupSpec[] = LOOKUPS.flatMap((spec) => [spec, ...spec.inner])

describe('no line is wider than the terminal', () => {
  for (const spec of SPECS) {
    test(`in an answer to ${spec.endpoint.path}`, () => {
      fc.assert(
        fc.property(
          DATA[spec.endpoint.path] as fc.Arbitrary<unknown>,
          text,
          origins,
          fc.constantFrom(...WIDTHS),
          (data, aviso, from, width) => {
            process.stdout.columns = width
            assertFits(spec.render({ data, aviso, total: 3, origins: from as never }), width)
          },
        ),
        { numRuns: repeated(10) },
      )
    })
  }

  test('in the state of a service', () => {
    const dataset = {
      edicion: 'x'.repeat(60),
      filas: 1e15,
      cargado: '2026-11-14T12:00:00Z',
      antiguedadHoras: 1e9,
      error: HOSTILE[3],
    }
    const data = {
      ...{ version: '1'.repeat(50), modo: 'live', estado: 'degradado', iniciado: '2026-11-14T12:00:00Z' },
      ...{ almacen: { tipo: 'sqlite', estado: 'ok' }, datasets: { padron: dataset, nueva: dataset } },
    }
    const provider = { estado: 'otro', ultimoExito: null, ultimoError: '2026-11-14T12:00:00Z' }
    for (const width of WIDTHS) {
      process.stdout.columns = width
      assertFits(
        renderHealth({ ok: true, data, providers: { 'central-bank': provider, ['x'.repeat(90)]: provider } } as never),
        width,
      )
    }
  })

  test('in a table of any cells', () => {
    const rows = fc
      .integer({ min: 1, max: 8 })
      .chain((count) => fc.array(fc.array(text, { minLength: count, maxLength: count }), { maxLength: 4 }))
    fc.assert(
      fc.property(rows, fc.constantFrom(...WIDTHS), fc.boolean(), (cells, width, framed) => {
        process.stdout.columns = width
        const clean = cells.map((row) => row.map((cell) => cell.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')))
        assertFits(drawTable(clean, { head: clean[0] ?? [], framed }), width)
      }),
    )
  })
})

test('wrapping loses no character, and breaks only words that are longer than a line', () => {
  const letters = (shown: string): string => shown.normalize().replace(/\s+/g, '')
  const plain = text.map((one) => one.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' '))
  fc.assert(
    fc.property(plain, fc.integer({ min: 10, max: 100 }), (given, width) => {
      const lines = wrapLines(given, width)
      assert.equal(letters(lines.join('')), letters(given))
      assert.equal(letters(wrapText(given, width, '  ')), letters(given))
      assert.equal(letters(wrapLabelled('Nombre  ', given, width)), letters(`Nombre${given}`))
    }),
  )
  assert.deepEqual(wrapLines('COMERCIAL EJEMPLO DEL NORTE', 12), ['COMERCIAL', 'EJEMPLO DEL', 'NORTE'])
  assert.deepEqual(wrapLines('漢字漢字', 5), ['漢字', '漢字'])
})
