import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import decodeQr from 'qr/decode.js'
import { makePdf } from '../../console/parts/certificate/pdf/make-pdf.ts'
import { readCertificate } from '../../console/words/certificate.ts'
import { openCertifier, type Statement } from '../../src/certificates/certifier.ts'
import { certificateCode, findCertificates, verifyCertificate } from '../../src/client/index.ts'
import { newSigningKey } from '../../src/kernel/signing/signing-key.ts'

const NOW = Date.parse('2026-11-16T22:30:00-05:00')
const key = newSigningKey(NOW)
const keys = [{ kid: key.kid, x: key.x }]
const certifier = openCertifier(
  { mode: 'live', signing: key, known: [key], institution: 'Cooperativa Ñusta' },
  { now: () => NOW },
)
const font = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))

/** A hit as a screening with `detalle=1` tells it. */
const hit = (number: number, alias: string[] = ['EL ZURDO']) => ({
  nombre: `CHUQUIPOMA TARQUILLO, Evaristo ${number}`,
  fuente: 'US',
  programa: 'SDNTK',
  coincidencia: 'exacto',
  puntaje: 100,
  nombreCoincidente: 'CHUQUIPOMA TARQUILLO, Evaristo',
  tipoNombre: 'principal',
  motivos: [
    { tipo: 'igual', consulta: 'EVARISTO', lista: 'EVARISTO', peso: 9.5 },
    { tipo: 'nacimiento', consulta: '1961', lista: '31 Feb 1961', peso: 6 },
  ],
  referencia: String(90_000 + number),
  ficha: {
    ...{
      tipo: 'individual',
      nacimientos: ['31 Feb 1961'],
      lugaresNacimiento: ['Ñaupa, Peru'],
      nacionalidades: ['Peru'],
    },
    ...{ paises: [], direcciones: [], programas: ['SDNTK'], alias, documentos: [], cargos: [], vinculos: [] },
    ...{ particularidades: [], observaciones: '', incluidoEl: '', enlace: '' },
  },
})

const statement = (matches: readonly object[], nombre = 'Evaristo Chuquipoma Ñúñez'): Statement => ({
  endpoint: 'aml',
  consulta: { nombre, detalle: '1' },
  estado: 200,
  respuesta: { query: nombre, total: matches.length, matches },
  origins: [
    { provider: 'us-list', channel: 'list', edition: '2026-11-12', sha256: 'ab'.repeat(32) },
    { provider: 'un-list', channel: 'list', edition: '2026-11-13', sha256: 'cd'.repeat(32) },
  ],
  persona: 'Rosa Huamán',
})

const paperOf = async (one: Statement) => {
  const jws = certifier.certify(one)
  const facts = readCertificate(jws)
  assert.ok(facts)
  return { jws, pdf: await makePdf(jws, facts, { font, base: 'https://chasqui.example/' }) }
}

const pdfium = await PDFiumLibrary.init()

interface Picture {
  width: number
  height: number
  data: Uint8Array
}

/** The pages of a PDF as another program draws and reads them. */
const drawn = async (pdf: Uint8Array, scale = 1): Promise<{ text: string; picture: Picture }[]> => {
  const document = await pdfium.loadDocument(Buffer.from(pdf))
  try {
    const pages = []
    for (const page of document.pages())
      pages.push({ text: page.getText(), picture: await page.render({ scale, render: 'bitmap' }) })
    return pages
  } finally {
    document.destroy()
  }
}

/** As a telephone sees paper on a table: turned, darker than white, and not quite sharp. */
const photographed = ({ width, height, data }: Picture, degrees: number): Picture => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const seen = new Uint8Array(width * height * 4).fill(255)
  const grey = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (data[(y * width + x) * 4] ?? 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const [fromX, fromY] = [cos * dx + sin * dy + width / 2, cos * dy - sin * dx + height / 2]
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const [right, low] = [fromX - left, fromY - top]
      const upper = grey(left, top) * (1 - right) + grey(left + 1, top) * right
      const lower = grey(left, top + 1) * (1 - right) + grey(left + 1, top + 1) * right
      seen.fill(20 + 0.85 * (upper * (1 - low) + lower * low), (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { width, height, data: seen }
}

test('a printed certificate, photographed at an angle, is read from its QR code and verified', async () => {
  for (const matches of [[], [hit(1)]]) {
    const { jws, pdf } = await paperOf(statement(matches))
    const [page, ...others] = await drawn(pdf, 3)
    assert.ok(page && others.length === 0, 'one page')
    const link = decodeQr(photographed(page.picture, 2))
    assert.match(link, /^https:\/\/chasqui\.example\/constancia#c=/)
    assert.deepEqual(await findCertificates(link), [jws])
    assert.equal((await verifyCertificate(jws, keys)).valida, true)
    // One character of the link, wherever it is.
    const from = link.indexOf('=') + 1
    for (let at = from; at < link.length; at += 37) {
      const other = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
      const [found = ''] = await findCertificates(other)
      assert.notEqual(found, jws)
      assert.equal((await verifyCertificate(found, keys)).valida, false, `character ${at}`)
    }
  }
})

test('the paper says who asked, when, what, the answer with its reasons, and on what it rests', async () => {
  const { jws, pdf } = await paperOf(statement([hit(1)]))
  const text = (await drawn(pdf)).map((page) => page.text).join('\n')
  for (const words of [
    ...[
      'Cooperativa Ñusta',
      'Rosa Huamán',
      '16/11/2026, 22:30',
      'Evaristo Chuquipoma Ñúñez',
      '1 coincidencia, 1 exacta',
    ],
    ...['OFAC n.º 90001', 'EVARISTO', 'igual', '31/02/1961', 'Ñaupa, Peru', 'EL ZURDO', 'edición 12/11/2026'],
    ...['ab'.repeat(32), 'Reglas de comparación', (await certificateCode(jws)) ?? '?', 'chasqui.example/constancia'],
  ])
    assert.ok(text.includes(words), `${words} in ${text}`)
})

test('the certificate is attached, and found again after other programs saved the PDF', async () => {
  const { jws, pdf } = await paperOf(statement([hit(1)]))
  assert.deepEqual(await findCertificates(pdf), [jws])
  const document = await PDFDocument.load(pdf)
  const [attached] = document.getAttachments()
  assert.equal(attached?.name, 'constancia-evaristo-chuquipoma-nunez-2026-11-16.jws')
  assert.equal(new TextDecoder().decode(attached?.data), jws)
  document.getPage(0).drawText('APROBADO', { x: 50, y: 400, size: 40 })
  for (const useObjectStreams of [true, false])
    assert.deepEqual(await findCertificates(await document.save({ useObjectStreams })), [jws])
})

test('a PDF of somebody else holds no certificate', async () => {
  const other = await PDFDocument.create()
  other.addPage().drawText('Constancia de consulta')
  await other.attach(new TextEncoder().encode('eyJhbGciOiJSUzI1NiJ9.e30.c2lnbg'), 'otra.jws')
  assert.deepEqual(await findCertificates(await other.save()), [])
  assert.deepEqual(await findCertificates(new TextEncoder().encode('%PDF-1.7\nstream\nendstream')), [])
})

test('one that is too long for a QR code says so, and its code leads to the page', async () => {
  const { jws, pdf } = await paperOf(
    statement(Array.from({ length: 50 }, (_, number) => hit(number, [crypto.randomUUID()]))),
  )
  const pages = await drawn(pdf, 2)
  const text = pages.map((page) => page.text).join('\n')
  assert.match(text, /Es demasiado larga\s+para un código QR/)
  assert.match(text, /50\. CHUQUIPOMA/)
  const link = decodeQr(photographed(pages.at(-1)?.picture as Picture, 2))
  assert.equal(link, `https://chasqui.example/constancia#codigo=${await certificateCode(jws)}`)
  assert.deepEqual(await findCertificates(pdf), [jws])
})

test('a name in a script that the font lacks is told, not left out', async () => {
  const alias = ['習近平', 'Иван Петров', 'Nguyễn', 'محمد علي']
  const { pdf } = await paperOf(statement([hit(1, alias)]))
  const text = (await drawn(pdf)).map((page) => page.text).join('\n')
  for (const words of ['Иван Петров', '[chino]', 'Nguyễn', 'Entre corchetes'])
    assert.ok(text.includes(words), `${words} in ${text}`)
})
