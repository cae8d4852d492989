import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture } from '../helpers/ask-source.ts'
import { askEach, type Target } from './harness.ts'
import type { OddReply } from './replies.ts'
import { dniAt, isCatalogue, plateAt, reply, rucAt, TARGETS } from './targets.ts'

/** Replies that carry a source's documented "no" and something beside it, or that hide it: none of them is a proof. */

type Sent = Omit<OddReply, 'name'>
type Row = readonly [name: string, sent: (n: number) => Sent]

const json = (body: unknown, status = 200): Sent => ({ ...reply('application/json', JSON.stringify(body)), status })
const html = (body: string): Sent => reply('text/html; charset=utf-8', body)
const page = (room: string, name: string): string => fixture(room, name).toString()

const NO = 'No se encontraron registros'
const besideNo: Record<string, unknown> = {
  'another status': { statusCode: 500 },
  'one status good, one bad': { status: 200, code: 500 },
  'a code of its own': { error_code: 'TIMEOUT' },
  'a Spanish code': { codigo: 503 },
  'Spanish errors': { errores: ['SUNAT no responde'] },
  'a detail': { detail: 'upstream timed out' },
  'a second message': { mensaje: 'Token vencido' },
  'another RUC': { ruc: '20999999990' },
  'another number': { numero: '99999998' },
  'a record': { resultado: { ruc: '20999999990' } },
  'a wait': { retry_after: 30 },
  'a captcha': { captcha: true },
  'a trace': { trace: [{ file: 'a.php' }] },
}
const aggregator: Row[] = Object.entries(besideNo).map(([name, more]) => [
  name,
  () => json({ success: false, message: NO, ...(more as object) }),
])

const NO_SOAT = 'No se encontraron certificados SOAT'
const insurance: Row[] = [
  ['another plate beside it', () => json({ message: NO_SOAT, placa: 'XYZ999' }, 404)],
  ['another plate in it', () => json({ message: `${NO_SOAT} de la placa XYZ-999` }, 404)],
  ['another status', () => json({ message: NO_SOAT, code: 500 }, 404)],
  ['errors', () => json({ message: NO_SOAT, errors: ['timeout'] }, 404)],
  ['a row', (n) => json({ message: NO_SOAT, data: [{ Placa: plateAt(n) }] }, 404)],
  ['a captcha', () => json({ message: NO_SOAT, captcha: 'required' }, 404)],
  ['an account without', () => json({ message: 'La cuenta no tiene certificado SOAT' }, 404)],
  ['a word in the place of an error', () => json({ message: NO_SOAT, error: 'Gateway Timeout' }, 404)],
]

const site = (inner: string, title = 'Consulta RUC'): string =>
  `<!DOCTYPE html><html><head><title>.:: ${title} ::.</title></head><body><div class="container">${inner}</div></body></html>`
const ofRuc = (n: number): string =>
  `<strong>El número de RUC ${rucAt(n)} consultado no es válido. Debe verificar el número y volver a ingresar.</strong>`
const ofDni = (n: number): string =>
  `<strong>El Sistema RUC NO REGISTRA un número de RUC para el DNI número ${dniAt(n)} consultado.</strong>`

/** Ways to hold a text ready without showing it. */
const UNSEEN: Record<string, (said: string) => string> = {
  'in a hidden block': (said) => `<div style="color:red; display : none">${said}</div>`,
  'in an invisible block': (said) => `<div style="visibility:hidden">${said}</div>`,
  'in a block with the attribute': (said) => `<div hidden>${said}</div>`,
  'in a closed dialogue': (said) => `<div class="modal fade"><div>${said}</div></div>`,
  'in a block hidden by its class': (said) => `<div class="alert d-none">${said}</div>`,
  'in a template': (said) => `<template>${said}</template>`,
  'for browsers without scripts': (said) => `<noscript>${said}</noscript>`,
  'in a field': (said) => `<textarea>${said.replace(/<[^>]*>/g, '')}</textarea>`,
  'in a choice': (said) => `<select><option>${said.replace(/<[^>]*>/g, '')}</option></select>`,
  'in a comment': (said) => `<!-- ${said} -->`,
  'in a script': (said) => `<script type="text/template">${said}</script>`,
}
/** What else the page may say. */
const TROUBLE: Record<string, string> = {
  maintenance: '<p>El servicio se encuentra en mantenimiento.</p>',
  'a later try': '<p>Se agotó el tiempo de espera. Intente más tarde.</p>',
  'a limit': '<div class="toast">Ha superado el límite de consultas</div>',
  'no service': '<h3>Servicio no disponible</h3>',
  'an error': '<p>Ocurrió un error</p>',
  'its token': '<p>Token inválido</p>',
}
const aroundSentence = (sentence: (n: number) => string): Row[] => [
  ...Object.entries(UNSEEN).map(([name, hide]): Row => [name, (n) => html(site(`${hide(sentence(n))}<p>Inicio</p>`))]),
  ...Object.entries(TROUBLE).map(([name, said]): Row => [`beside ${name}`, (n) => html(site(sentence(n) + said))]),
  ['of another number', (n) => html(site(sentence(n + 5_000)))],
  ['on an error page', (n) => html(site(sentence(n), 'Pagina de Error'))],
]

const emptyList = page('taxauth', 'list-empty.html')
const heading = '<div class="panel-heading">Relación de contribuyentes</div>'
const panel = `<div class="panel">${heading}<div class="list-group"></div></div>`
const nameList: Row[] = [
  ...Object.entries(UNSEEN).map(([name, hide]): Row => [name, () => html(site(hide(panel)))]),
  ...Object.entries(TROUBLE).map(
    ([name, said]): Row => [`beside ${name}`, () => html(emptyList.replace('</form>', `</form>${said}`))],
  ),
  ['a heading alone', () => html(site(`<header>${heading}</header><p>Cargando resultados</p>`))],
  ['a list elsewhere', () => html(site(`<div>${heading}</div><div class="list-group">Sin conexión</div>`))],
  ['a drawing', () => html(emptyList.replace('<div class="list-group">', '<div class="list-group"><svg></svg>'))],
]

const none = page('public-dni-directory', 'none.html')
const line = /<h3 class="text-error">.*?<\/h3>/.exec(none)?.[0] as string
const titles = '<tr><th>DNI</th><th>Nombres</th><th>Apellido Paterno</th><th>Apellido Materno</th></tr>'
const directory: Row[] = [
  ...Object.entries(UNSEEN).map(([name, hide]): Row => [name, () => html(none.replace(line, hide(line)))]),
  ...Object.entries(TROUBLE).map(
    ([name, said]): Row => [`beside ${name}`, () => html(none.replace(line, line + said))],
  ),
  ['a line hidden by its class', () => html(none.replace('"text-error"', '"text-error d-hide"'))],
  ['a whole name', () => html(none.replace('id="completos" value=""', 'id="completos" value="ANA ROSA"'))],
  [
    'a row of another shape',
    (n) => html(none.replace(line, `${line}<table>${titles}<tr><td>${dniAt(n)}</td><td>ANA</td></tr></table>`)),
  ],
]

const series = (config: object, periods: unknown[]) =>
  json({ config: { title: 'PBI', series: [{ name: 'PBI' }], ...config }, periods })
const named = (name: string) => series({ title: name, series: [{ name, dec: '0' }] }, [])
const bank: Row[] = [
  ['two series', () => series({ series: [{ name: 'Consumo' }, { name: 'PBI' }] }, [])],
  ['two values', () => series({}, [{ name: 'T1.01', values: ['1', '2'] }])],
  ['another window', () => series({}, [{ name: 'T1.1950', values: ['n.d.'] }])],
  ['an error beside the series', () => series({ error: 'timeout' }, [])],
  ...['Error', 'undefined', 'null', 'Servicio no disponible', '-'].map(
    (name): Row => [`a series called ${name}`, () => named(name)],
  ),
]

const ROWS: Record<string, readonly Row[]> = {
  'aggregator-a, RUC': aggregator,
  'aggregator-b, DNI': aggregator,
  'insurance-registry': insurance,
  'taxauth, RUC': aroundSentence(ofRuc),
  'taxauth, DNI': [
    ...aroundSentence(ofDni),
    ['of another document', (n) => html(site(ofDni(n).replace('DNI', 'documento carné de extranjería')))],
  ],
  'taxauth, name': nameList,
  'public-dni-directory, in place of the result': directory,
  'central-bank, a listed series': bank,
  'exchange rate, text file': [
    ['a lost point', () => reply('text/plain', '15/11/2026|3354|3362|')],
    ['one side ten times the other', () => reply('text/plain', '15/11/2026|3.354|33.62|')],
  ],
}

const targetOf = (name: string): Target => {
  const found = TARGETS.find((target) => target.name === name)
  assert.ok(found, name)
  return found
}

for (const [name, rows] of Object.entries(ROWS)) {
  test(`${name}: what is nearly its "no" is a failure and costs nothing`, async () => {
    const sent = rows.map(([label, make], n) => ({ ...make(n), name: label }))
    const { all, cost } = await askEach(targetOf(name), sent)
    assert.deepEqual(
      all.filter(({ status }) => status !== 502 && status !== 503),
      [],
    )
    assert.equal(cost, 0)
  })
}

test('central-bank: a catalogue that goes on in something else is no catalogue', async () => {
  const csv = fixture('central-bank', 'catalogue.csv').toString('latin1')
  const unknown = targetOf('central-bank, an unlisted series without a catalogue')
  const files = [`${csv}PD0000`, `${csv}<html><b>Error</b></html>\n`, `<html>;;;;;;;\n${csv}`, csv.replaceAll(';', ',')]
  for (const file of files) {
    const instead = (path: string) => (isCatalogue(path) ? reply('text/csv', Buffer.from(file, 'latin1')) : null)
    const { all } = await askEach({ ...unknown, instead }, [{ ...html('<html>desconocido</html>'), name: 'a page' }])
    assert.deepEqual(
      all.map(({ status }) => status),
      [502],
    )
  }
})
