import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeText } from '../../kernel/http/charset.ts'
import { parseDniList, parseNameList, parsePersonRecord, parseTaxpayer } from './parse.ts'

const page = (name: string): string => decodeText(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))

const COMPANY = '20000000125'
const PERSON = '10000000120'

test('all fields of a record are read, and its name is cut at the first dash only', () => {
  assert.deepEqual(parseTaxpayer(page('record-company.html'), COMPANY), {
    numero: COMPANY,
    razonSocial: 'COMERCIAL EJEMPLO - LIMA S.A.C.',
    estado: 'ACTIVO',
    condicion: 'HABIDO',
    direccion: 'CAL.LOS EJEMPLOS NRO. 650 URB. SANTA FE',
    ubigeo: '130111',
    departamento: 'LA LIBERTAD',
    provincia: 'TRUJILLO',
    distrito: 'VICTOR LARCO HERRERA',
    tipo: 'SOCIEDAD ANONIMA CERRADA',
  })
})

test('the IMPORTANTE row, line breaks and entities change nothing', () => {
  assert.deepEqual(parseTaxpayer(page('record-struck-off.html'), '20600000773'), {
    numero: '20600000773',
    razonSocial: 'PEÑA & ÑAHUI - MINERÍA DEL SUR - EN LIQUIDACIÓN S.R.L.',
    estado: 'BAJA',
    condicion: 'NO HABIDO',
    direccion: 'AV. CIRCUNVALACIÓN KM. 3 - ZONA INDUSTRIAL',
    ubigeo: '170103',
    departamento: 'MADRE DE DIOS',
    provincia: 'TAMBOPATA',
    distrito: 'LAS PIEDRAS',
    tipo: 'SOC.COM.RESPONS. LTDA',
  })
})

test('Latin-1 bytes, alone or among UTF-8 labels, keep their letters', () => {
  const latin1 = parseTaxpayer(page('record-latin1.html'), '20550001234')
  assert.equal(latin1?.razonSocial, 'ÑANDÚ Y COMPAÑÍA E.I.R.L.')
  assert.equal(latin1?.condicion, 'NO HALLADO SE MUDO DE DOMICILIO')
  assert.equal(latin1?.direccion, 'JR. HUÁNUCO NRO. 12 (FRENTE A LA PLAZA - 2DO PISO)')
  assert.equal(latin1?.distrito, 'RUPA-RUPA')
  assert.equal(latin1?.ubigeo, '100601')

  const mixed = parseTaxpayer(page('record-mixed.html'), '20480004567')
  assert.equal(mixed?.razonSocial, 'ASOCIACIÓN PESQUERA LA NIÑA')
  assert.equal(mixed?.condicion, 'PENDIENTE')
  assert.equal(mixed?.departamento, 'CALLAO')
  assert.equal(mixed?.provincia, 'CALLAO')
  assert.equal(mixed?.ubigeo, '070101')
})

test('missing rows are empty fields, renamed ones a changed page', () => {
  const few = parseTaxpayer(page('record-few-rows.html'), COMPANY)
  assert.equal(few?.tipo, '')
  assert.equal(few?.direccion, '')
  assert.equal(few?.ubigeo, '')
  const renamed = page('record-company.html').replace('Condici&oacute;n del Contribuyente', 'Situaci&oacute;n')
  assert.throws(() => parseTaxpayer(renamed, COMPANY), { kind: 'upstream-changed' })
  const moved = page('record-company.html').replace(/<h4([^>]*)>Domicilio Fiscal:<\/h4>/, '<b$1>Domicilio Fiscal:</b>')
  assert.throws(() => parseTaxpayer(moved, COMPANY), { kind: 'upstream-changed' })
})

const DOMICILE_ROW =
  /<div class="list-group-item"><div class="row">\s*<div class="col-sm-5"><h4[^>]*>Domicilio Fiscal:<\/h4>[\s\S]*?<\/p><\/div><\/div><\/div>/

test('a row counts as missing even if a notice, an explanation or a commented-out block mentions it', () => {
  const whole = page('record-struck-off.html')
  const missing = whole.replace(DOMICILE_ROW, '')
  assert.match(missing, /en su domicilio fiscal/)
  const commented = missing.replace('<!-- fin', `<!-- ${DOMICILE_ROW.exec(whole)?.[0]} --><!-- fin`)
  const notice = missing.replace('IMPORTANTE:</strong>', 'IMPORTANTE:</strong> Confirme su <b>Domicilio Fiscal</b>.')
  for (const text of [missing, commented, notice]) {
    const record = parseTaxpayer(text, '20600000773')
    assert.equal(record?.direccion, '')
    assert.equal(record?.condicion, 'NO HABIDO')
  }
})

test('a person has no address, and the comma of the document line separates the names', () => {
  const record = parseTaxpayer(page('record-person.html'), PERSON)
  assert.equal(record?.estado, 'SUSPENDIDO')
  assert.equal(record?.direccion, '')
  assert.deepEqual(parsePersonRecord(page('record-person.html'), PERSON, '00000012'), {
    numero: '00000012',
    apellidoPaterno: 'DE LA ROSA',
    apellidoMaterno: 'QUISPE',
    nombres: 'ANA MARIA',
    nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
  })
  const compound = parsePersonRecord(page('record-person-17.html'), '17000003450', '00003456')
  assert.equal(compound?.apellidoMaterno, 'LADRON DE GUEVARA')
  assert.equal(compound?.nombres, 'JUAN DE DIOS')
})

test('a repeated dash before the surnames is no surname', () => {
  const repeated = page('record-person.html').replace('- DE LA ROSA', '- - DE LA ROSA')
  assert.equal(parsePersonRecord(repeated, PERSON, '00000012')?.apellidoPaterno, 'DE LA ROSA')
})

test('a list gives every row with its full status, and says when it was cut', () => {
  const list = parseNameList(page('list-by-name.html'))
  assert.equal(list?.rows.length, 30)
  assert.equal(list?.truncated, true)
  assert.deepEqual(list?.rows[1], {
    numero: '20100009910',
    razonSocial: 'MUESTRA DEL SUR - SEDE 2 S.A.C.',
    estado: 'BAJA DE OFICIO',
  })
  assert.equal(parseNameList(page('list-empty.html')), null)
  assert.equal(parseNameList(page('list-by-dni.html'))?.truncated, false)
})

test('a DNI may have several RUCs', () => {
  assert.deepEqual(
    parseDniList(page('list-two-rucs.html'), '00003456')?.rows.map(({ numero, razonSocial }) => [numero, razonSocial]),
    [
      ['17000034568', 'ÑAHUI ROJAS PEDRO'],
      ['10000034563', 'ÑAHUI ROJAS PEDRO'],
    ],
  )
  assert.equal(parseDniList(page('list-by-dni.html'), '00000012')?.listNumber, '1413385332')
})

test('"none" is null for the number asked about and for no other', () => {
  assert.equal(parseDniList(page('none-dni.html'), '00000012'), null)
  assert.equal(parseTaxpayer(page('none-ruc.html'), COMPANY), null)
  assert.throws(() => parseDniList(page('none-dni.html'), '00000013'), { kind: 'upstream-changed' })
  assert.throws(() => parseTaxpayer(page('none-ruc.html'), PERSON), { kind: 'upstream-changed' })
})

test('"none" names the number, answers the question asked, and is no loose sentence', () => {
  const unnamed = page('none-dni.html').replace('00000012 consultado', 'consultado')
  assert.throws(() => parseDniList(unnamed, '00000012'), { kind: 'upstream-changed' })
  assert.throws(() => parseTaxpayer(page('none-ruc.html').replace(COMPANY, ''), COMPANY), { kind: 'upstream-changed' })
  assert.throws(() => parseNameList(page('none-dni.html')), { kind: 'upstream-changed' })
  assert.throws(() => parseDniList(page('list-empty.html'), '00000012'), { kind: 'upstream-changed' })
  // The list had shown this RUC a moment before.
  const gone = page('none-ruc.html').replace(COMPANY, PERSON)
  assert.throws(() => parsePersonRecord(gone, PERSON, '00000012'), { kind: 'upstream-changed' })
  const loose = page('none-ruc.html').replace(/<strong>.*<\/strong>/, '<p>No se encontraron resultados</p>')
  for (const read of [parseNameList, (text: string) => parseTaxpayer(text, COMPANY)])
    assert.throws(() => read(loose), { kind: 'upstream-changed' })
})

test('a list panel without rows is empty only when it says nothing else', () => {
  const empty = page('list-empty.html')
  const list = (inside: string) =>
    empty.replace(/<div class="list-group">\s*<\/div>/, () => `<div class="list-group">${inside}</div>`)
  for (const inside of ['', ' &nbsp; ', '<p>No se encontraron resultados para la búsqueda.</p>']) {
    assert.equal(parseNameList(list(inside)), null, inside)
  }
  const footer = empty.replace(
    '</form>',
    '</form><div class="panel-footer"><small>Fecha consulta: 05/01/2026</small></div>',
  )
  assert.equal(parseNameList(footer), null)
  for (const inside of [
    'El servicio no está disponible, intente más tarde',
    '<p class="error">Error al consultar la base de datos</p>',
    'Se encontraron más de 30 registros, refine la búsqueda.',
    '<div class="g-recaptcha" data-sitekey="x"></div>',
    'Ingrese un texto de 4 caracteres como mínimo',
    'No se encontraron resultados por un error interno',
    '<img src="captcha.jpg">',
  ]) {
    assert.throws(() => parseNameList(list(inside)), { name: 'Failure' }, inside)
    const bare = `<html><body><div class="panel-heading">Relación de contribuyentes</div><div class="list-group">${inside}</div></body></html>`
    assert.throws(() => parseNameList(bare), { name: 'Failure' }, inside)
  }
})

test('"none" is a sentence of its own, not words inside another', () => {
  const dni = 'El Sistema RUC NO REGISTRA un número de RUC para el DNI número 00000012'
  const ruc = `El número de RUC ${COMPANY} consultado no es válido`
  const said = (text: string) => page('none-dni.html').replace(/<strong>.*<\/strong>/, () => text)
  for (const text of [
    `<strong>${dni} consultado.</strong>`,
    `<b>El Sistema RUC</b>${dni.slice(14)}`,
    `<p>${dni}.</p>`,
  ]) {
    assert.equal(parseDniList(said(text), '00000012'), null, text)
  }
  assert.equal(parseTaxpayer(said(`<p>${ruc}.</p>`), COMPANY), null)
  for (const text of [
    `Si el${dni.slice(2)}, espere.`,
    `Si <strong>${dni}</strong>, espere.`,
    `${dni}: error interno`,
  ]) {
    assert.throws(() => parseDniList(said(text), '00000012'), { kind: 'upstream-changed' }, text)
  }
  for (const text of [`Cuando el${ruc.slice(2)}, espere.`, `${ruc}. El servicio está en mantenimiento.`]) {
    assert.throws(() => parseTaxpayer(said(text), COMPANY), { kind: 'upstream-changed' }, text)
  }
})

test("another person's record is refused", () => {
  assert.throws(() => parseTaxpayer(page('record-company.html'), '20600000773'), { kind: 'upstream-changed' })
  assert.throws(() => parseDniList(page('list-by-dni.html'), '00000013'), { kind: 'upstream-changed' })
  assert.throws(() => parsePersonRecord(page('record-person-17.html'), '17000003450', '00000012'), {
    kind: 'upstream-changed',
  })
  assert.throws(() => parseTaxpayer(page('list-by-dni.html'), PERSON), { kind: 'upstream-changed' })
})

const REFUSALS = [
  ['error.html', 'upstream-unavailable'],
  ['messages.html', 'upstream-unavailable'],
  ['firewall.html', 'upstream-unavailable'],
  ['challenge.html', 'upstream-blocked'],
  ['form.html', 'upstream-blocked'],
  ['redesigned.html', 'upstream-changed'],
] as const

for (const [name, kind] of REFUSALS) {
  test(`${name} is ${kind}, whatever was asked`, () => {
    assert.throws(() => parseTaxpayer(page(name), COMPANY), { kind })
    assert.throws(() => parseNameList(page(name)), { kind })
    assert.throws(() => parseDniList(page(name), '00000012'), { kind })
  })
}

test('a page that is cut anywhere is a failure', () => {
  for (const name of ['record-company.html', 'record-few-rows.html', 'list-by-dni.html', 'list-empty.html']) {
    const whole = page(name)
    const read = (text: string) => (name.startsWith('record') ? parseTaxpayer(text, COMPANY) : parseNameList(text))
    for (let end = 0; end < whole.lastIndexOf('</'); end += 7) {
      assert.throws(() => read(whole.slice(0, end)), { name: 'Failure' }, `${name} cut at ${end}`)
    }
  }
})
