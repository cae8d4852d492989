import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { PersonMatch, Taxpayer } from '../../domain/records.ts'
import { renderCompanies, renderPersonNames, renderPersonSearch, renderTaxpayer } from './taxpayers.ts'

const record: Taxpayer = {
  numero: '20000000125',
  razonSocial: 'COMERCIAL EJEMPLO S.A.C.',
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  direccion: 'AV. LAS FLORES NRO. 123',
  ubigeo: '150131',
  departamento: 'LIMA',
  provincia: 'LIMA',
  distrito: 'SAN ISIDRO',
  tipo: '',
}
const match: PersonMatch = {
  dni: '00000012',
  ruc: '10000000120',
  nombreCompleto: 'DE LA ROSA QUISPE ANA',
  apellidoPaterno: 'DE LA ROSA',
  apellidoMaterno: 'QUISPE',
  nombres: 'ANA',
  estado: 'BAJA DE OFICIO',
  condicion: 'NO HALLADO',
}
const search = { criterio: 'nombre', query: 'ANA', total: 1, truncado: false, fuente: 'taxauth-scraper' } as const
const plain = stripVTControlCharacters

test('a taxpayer is a card without the unknown fields', () => {
  const text = plain(
    renderTaxpayer({
      data: record,
      origins: [{ provider: 'taxauth-scraper', channel: 'register', edition: '2026-11-14' }],
    }),
  )
  assert.match(text, /^COMERCIAL EJEMPLO S\.A\.C\.\n {2}RUC {8}20000000125\n {2}Estado {5}ACTIVO\n/)
  assert.match(text, /Lugar {6}SAN ISIDRO, LIMA, LIMA/)
  assert.doesNotMatch(text, /Tipo/)
  assert.match(text, /Fuente: SUNAT, padrón reducido, edición 14\/11\/2026$/)
})

test('companies are a table that says when there are more of them', () => {
  const text = plain(renderCompanies({ data: [record, record], truncado: true }))
  assert.match(text, /20000000125 │ COMERCIAL EJEMPLO S\.A\.C\. │ ACTIVO/)
  assert.match(text, /2 empresas; hay más/)
  assert.match(plain(renderCompanies({ data: [record] })), /1 empresa$/)
})

test('one person is a card, several are a table', () => {
  const one = plain(renderPersonSearch({ data: { ...search, matches: [match], aviso: 'Se omitió 1 RUC' } }))
  assert.match(one, /Apellido paterno {2}DE LA ROSA/)
  assert.match(one, /Aviso: Se omitió 1 RUC/)
  const withoutRuc = { ...match, ruc: '', estado: '', condicion: '' }
  assert.match(plain(renderPersonSearch({ data: { ...search, matches: [withoutRuc] } })), /RUC {15}no tiene/)
  const data = { ...search, total: 2, truncado: true, matches: [{ ...match, ficha: record }, match] }
  const several = plain(renderPersonSearch({ data }))
  assert.match(several, /00000012 │ 10000000120 │ DE LA ROSA QUISPE ANA │ BAJA DE OFICIO │ NO HALLADO/)
  assert.match(several, /2 personas; hay más/)
  assert.match(several, /\nCOMERCIAL EJEMPLO S\.A\.C\.\n/)
})

test('the names of a DNI are a card', () => {
  const { dni, ruc, estado, condicion, ...names } = match
  assert.match(plain(renderPersonNames({ data: { numero: dni, ...names } })), /DNI {15}00000012/)
})
