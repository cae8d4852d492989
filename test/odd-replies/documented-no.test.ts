import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fixture } from '../helpers/ask-source.ts'
import { askEach, type Target } from './harness.ts'
import type { OddReply } from './replies.ts'
import { dniAt, emptySeries, isCatalogue, plateAt, reply, rucAt, TARGETS } from './targets.ts'

type Sent = Omit<OddReply, 'name'>

const json = (body: unknown, status = 200, type = 'application/json'): Sent => ({
  ...reply(type, typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)),
  status,
})
const html = (body: string | Buffer, status = 200): Sent => ({ ...reply('text/html; charset=utf-8', body), status })
const page = (room: string, name: string): string => fixture(room, name).toString()

const noRegisters = { success: false, message: 'No se encontraron registros', time: 0.05, source: 'apiperu.dev' }
const aggregator = (invalid: string): Sent[] => [
  json({ message: 'not found' }, 404),
  json('{ "message": "not found" }\n', 404, 'application/json; charset=utf-8'),
  json({ message: invalid }, 422),
  json(noRegisters),
  json({ ...noRegisters, message: 'no encontrado', data: null }),
  json({ ...noRegisters, message: 'No se encontraron datos en el padrón de la SUNAT' }),
  json({ ...noRegisters, message: 'El número no existe en RENIEC' }),
  json(`\ufeff${JSON.stringify(noRegisters)}`, 200, 'application/json;charset=UTF-8'),
  json({ source: 'apiperu.dev', time: '0.3', message: 'NO SE ENCONTRARON REGISTROS.', success: false }),
  json({ status: 404, success: false, message: 'No encontrado', data: null, errors: [] }),
  { status: 404, headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"message":"not found"}') },
  json(Buffer.from('{"success":false,"message":"No se encontró información"}', 'latin1')),
]

const daily = page('central-bank', 'quarterly.json')
const withoutValues = daily.replaceAll(/"values":\["[^"]*"\]/g, '"values":["n.d."]')

const sentences = {
  ruc: (n: number) => page('taxauth', 'none-ruc.html').replaceAll('20000000125', rucAt(n)),
  dni: (n: number) => page('taxauth', 'none-dni.html').replaceAll('00000012', dniAt(n)),
}

/** What each source's document names as "no such record": by target, with the n-th question's number where it is named. */
const DOCUMENTED: Record<string, readonly (Sent | ((n: number) => Sent))[]> = {
  'aggregator-a, RUC': aggregator('ruc no valido'),
  'aggregator-a, DNI': aggregator('DNI no valido'),
  'aggregator-b, RUC': aggregator('ruc no valido'),
  'aggregator-b, DNI': aggregator('DNI no valido'),
  'insurance-registry': [
    json([]),
    json(' [ ]\n', 200, 'application/json; charset=utf-8'),
    { status: 404, headers: { 'content-length': '0' }, body: '' },
    { status: 404, headers: { 'content-encoding': 'gzip', 'content-length': '20' }, body: gzipSync('') },
    json({ message: 'Not found' }, 404),
    (n) => json({ message: `No se encontraron certificados para la placa ${plateAt(n)}` }, 404),
    json({ message: 'La placa no tiene SOAT' }, 404),
    json({ mensaje: 'La placa ingresada no cuenta con certificados' }, 404),
    (n) => json({ placa: plateAt(n), statusCode: 404, message: 'La placa no tiene SOAT', error: 'Not Found' }, 404),
  ],
  'central-bank, a listed series': [emptySeries(), json(withoutValues)],
  'central-bank, an unlisted series': [
    html(fixture('central-bank', 'unknown-code.html')),
    html('<html><head><title>404 Not Found</title></head></html>', 404),
    json({ message: 'not found' }, 404),
  ],
  'central-bank, in place of the catalogue': [
    reply('text/csv', fixture('central-bank', 'catalogue.csv')),
    reply('application/octet-stream', fixture('central-bank', 'catalogue.csv')),
  ],
  'public-dni-directory, in place of the result': [
    html(page('public-dni-directory', 'none.html')),
    (n) => html(page('public-dni-directory', 'none.html').replace('DNI ingresado', `DNI ${dniAt(n)}`)),
    html(
      page('public-dni-directory', 'none.html').replace('<h3 class="text-error">', "<H3 id=x CLASS='h5 text-error'>"),
    ),
    html(page('public-dni-directory', 'none.html').replace('No se encontraron', '\n No&nbsp;se \t encontraron ')),
  ],
  'taxauth, RUC': [
    (n) => html(sentences.ruc(n)),
    (n) => html(Buffer.from(sentences.ruc(n), 'latin1')),
    (n) => reply('Text/HTML;charset=ISO-8859-1', sentences.ruc(n).replaceAll(' ', '\r\n\t ')),
    (n) => html(sentences.ruc(n).replace('</body>', '<script>var m = "Intente más tarde"</script></body>')),
  ],
  'taxauth, DNI': [(n) => html(sentences.dni(n)), (n) => html(Buffer.from(sentences.dni(n), 'latin1'))],
  'taxauth, name': [
    html(fixture('taxauth', 'list-empty.html')),
    html('<div class="panel-heading">Relaci&oacute;n de contribuyentes</div>\n<div class="list-group"> </div>'),
  ],
}

const catalogue = (path: string) =>
  isCatalogue(path) ? reply('text/csv', fixture('central-bank', 'catalogue.csv')) : null

const targetOf = (name: string): Target => {
  const found = TARGETS.find((target) => target.name.startsWith(name))
  assert.ok(found, name)
  return name === 'central-bank, an unlisted series' ? { ...found, instead: catalogue } : found
}

for (const [name, replies] of Object.entries(DOCUMENTED)) {
  test(`${name}: the documented "no" is a 404 and costs a unit`, async () => {
    const sent = replies.map((one, n) => ({ ...(typeof one === 'function' ? one(n) : one), name: `reply ${n}` }))
    const { all, cost } = await askEach(targetOf(name), sent)
    assert.deepEqual(
      all.filter(({ status }) => status !== 404),
      [],
    )
    assert.equal(cost, replies.length)
  })
}
