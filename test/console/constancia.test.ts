import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { openCertifier } from '../../src/certificates/certifier.ts'
import { certificateFragment, findCertificates } from '../../src/client/index.ts'
import { newSigningKey, toJwk } from '../../src/kernel/signing/signing-key.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { askUntil } from '../helpers/until.ts'
import { checkLooks, checkPrivacy, openConsole } from './open-console.ts'

const settings = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_TODAY: '2026-11-13' }
const { sandbox, open } = await openConsole(settings)
const client = sandbox.client()
const NAME = 'Evaristo Zenobio Chuquipoma Tarquillo'

const certificateOf = async (nombre = NAME): Promise<string> =>
  (await client.aml({ nombre, constancia: true })).constancia ?? ''

const certificate = await certificateOf()

/** Another installation, whose keys this one does not know. */
const foreignKey = newSigningKey(Date.now())
const foreign = openCertifier({ mode: 'live', signing: foreignKey, known: [foreignKey] }, { now: () => Date.now() })

const paste = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Texto de la constancia').fill(text)
  await page.keyboard.press('Enter')
}

const sheet = (page: Page) => page.getByRole('article', { name: 'Constancia' })

test('a pasted certificate is verified and shown as a page, with the keyboard alone', async () => {
  const tab = await open('/constancia')
  const { page } = tab
  await page.getByText(/Se verifica con 1 clave de este servicio/).waitFor()
  await checkLooks(tab, 'Constancia')
  await page.getByLabel('Texto de la constancia').focus()
  await paste(page, `  ${certificate}\n`)
  await page.getByRole('heading', { name: /Constancia válida de un servicio de ensayo \(sandbox\)/ }).waitFor()
  assert.match((await page.evaluate('document.activeElement.textContent')) as string, /^Constancia válida/)
  const shown = (await sheet(page).textContent()) ?? ''
  for (const words of [NAME, 'OFAC', 'SHA-256', 'Lima', 'urn:chasqui:sandbox:']) assert.ok(shown.includes(words), words)
  await checkLooks(tab, 'constancia válida')
  await checkPrivacy(tab, ['Chuquipoma', certificate.slice(-40)], sandbox.key)
  await page.keyboard.press('Escape')
  await page.getByLabel('Texto de la constancia').waitFor()
  await page.goBack()
  await sheet(page).waitFor()
})

const chooseFile = async (page: Page, name: string, buffer: Buffer, button = 'Elegir archivo'): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('who has no key verifies too, and the link of a QR code is taken out of the address at once', async () => {
  const link = `/constancia${await certificateFragment(certificate)}`
  const tab = await open(link, { key: null })
  const { page } = tab
  await page.getByRole('heading', { name: /^Constancia válida/ }).waitFor()
  assert.equal(page.url(), `${sandbox.url}/constancia`)
  assert.ok(((await sheet(page).textContent()) ?? '').includes(NAME))
  await checkLooks(tab, 'constancia sin clave')
  const kept = await page.evaluate('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])')
  assert.ok(!String(kept).includes(certificate.slice(-40)))
  await page.getByRole('button', { name: 'Verificar otra' }).press('Enter')
  await paste(page, `${sandbox.url}${link}`)
  await page.getByRole('heading', { name: /^Constancia válida/ }).waitFor()
  await page.getByRole('button', { name: 'Verificar otra' }).click()
  await paste(page, `${sandbox.url}${link.slice(0, 200)}`)
  await page.getByText('El enlace no está completo').waitFor()
  await page.goto(`${sandbox.url}/constancia#codigo=0123-4567-89AB`)
  await page.getByText('El papel lleva el código 0123-4567-89AB').waitFor()
  await checkLooks(tab, 'constancia larga')
  await paste(page, certificate)
  await page.getByText('No es la del papel').waitFor()
  await page.getByRole('link', { name: 'Entrar con una clave' }).click()
  await page.getByLabel('Clave de acceso').waitFor()
})

test('the PDF of a certificate has a name to find it by, and is verified when it is dropped', async () => {
  const tab = await open('/constancia')
  const { page } = tab
  await paste(page, certificate)
  await sheet(page).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).press('Enter')
  const file = await saved
  assert.match(file.suggestedFilename(), /^constancia-evaristo-zenobio-chuquipoma-tarquillo-\d{4}-\d\d-\d\d\.pdf$/)
  const pdf = readFileSync(await file.path())
  assert.deepEqual(await findCertificates(pdf), [certificate])
  assert.deepEqual(tab.complaints, [])

  // What a page shows can be painted over; what is signed cannot.
  const painted = await PDFDocument.load(pdf)
  painted.getPage(0).drawText('SIN COINCIDENCIAS', { x: 60, y: 500, size: 30 })
  const document = await PDFDocument.create()
  document.addPage().drawText('Otra cosa')
  const foreignPdf = Buffer.from(await document.save())
  const altered = await PDFDocument.create()
  altered.addPage()
  const at = certificate.length - 60
  const other = certificate.slice(0, at) + (certificate[at] === 'A' ? 'B' : 'A') + certificate.slice(at + 1)
  await altered.attach(new TextEncoder().encode(other), 'constancia.jws')
  for (const [name, content, words] of [
    ['constancia.pdf', pdf, /^Constancia válida/],
    ['pintada.pdf', Buffer.from(await painted.save()), /^Constancia válida/],
    ['alterada.pdf', Buffer.from(await altered.save()), /^No es válida: la firma no corresponde/],
  ] as const) {
    await page.keyboard.press('Escape')
    await chooseFile(page, name, content)
    await page.getByRole('heading', { name: words }).waitFor()
    assert.equal(await sheet(page).count(), name === 'alterada.pdf' ? 0 : 1)
  }
  await page.keyboard.press('Escape')
  await chooseFile(page, 'ajeno.pdf', foreignPdf)
  await page.getByText('Este PDF no contiene una constancia').waitFor()
  assert.equal(await page.getByText('No es válida').count(), 0)
  await checkLooks(tab, 'PDF ajeno')
})

test('a page that a browser printed as a PDF still leads to its certificate', async () => {
  const { page } = await open('/constancia')
  await paste(page, certificate)
  await page.getByRole('img', { name: /^Código QR/ }).waitFor()
  assert.deepEqual(await findCertificates(await page.pdf({ preferCSSPageSize: true })), [certificate])
})

test('on paper there is the certificate alone, on as many pages as it needs', async () => {
  const { page } = await open('/constancia')
  const { constancia: long = '' } = await client.tipoCambio({ mes: '2026-10', constancia: true } as never)
  for (const [one, least] of [
    [certificate, 1],
    [long, 2],
  ] as const) {
    await paste(page, one)
    await sheet(page).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 660, height: 900 })
    assert.ok(!(await page.getByRole('heading', { name: /Constancia válida/ }).isVisible()))
    assert.ok(!(await page.getByRole('button', { name: 'Imprimir' }).isVisible()))
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.ok(Number(wide) <= 0, `${wide} px stick out`)
    await page.emulateMedia({ media: null })
    const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
    assert.ok((pages?.length ?? 0) >= least && (pages?.length ?? 0) < 20, `${pages?.length} pages`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
  }
})

test('a changed one is not valid, and nothing of it is shown', async () => {
  const tab = await open('/constancia')
  const { page } = tab
  const at = Math.floor(certificate.length / 2)
  const changed = certificate.slice(0, at) + (certificate[at] === 'A' ? 'B' : 'A') + certificate.slice(at + 1)
  for (const text of [changed, certificate.slice(0, -1), 'hola', `${certificate}A`]) {
    await paste(page, text)
    await page.getByRole('heading', { name: /^No es válida: / }).waitFor()
    assert.equal(await sheet(page).count(), 0)
    assert.ok(!((await page.locator('main').textContent()) ?? '').includes('Chuquipoma'))
    if (text === changed) await checkLooks(tab, 'constancia alterada')
    await page.keyboard.press('Escape')
  }
})

test('an unknown key is told as such, and a file of keys is taken instead of those of the service', async () => {
  const tab = await open('/constancia')
  const { page } = tab
  const statement = { endpoint: 'ruc', consulta: { numero: '20000000125' }, respuesta: { mensaje: 'No existe' } }
  await paste(page, foreign.certify({ ...statement, estado: 404, origins: [] }))
  await page.getByRole('heading', { name: /^No es válida aquí: la firmó una clave que no está/ }).waitFor()
  const chooseKeys = async (content: object): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Usar un archivo de claves' }).press('Enter')
    const buffer = Buffer.from(JSON.stringify(content))
    await (await chooser).setFiles({ name: 'claves.json', mimeType: 'application/json', buffer })
  }
  await chooseKeys({ keys: [] })
  await page.getByText('El archivo claves.json no tiene claves').waitFor()
  await chooseKeys({ keys: [toJwk(foreignKey)] })
  await page.getByRole('heading', { name: /^Constancia válida: la firmó una clave del archivo claves.json/ }).waitFor()
  await checkLooks(tab, 'claves de un archivo')
  await page.getByRole('button', { name: 'Usar las de este servicio' }).click()
  await page.getByRole('heading', { name: /^No es válida aquí/ }).waitFor()
})

test('without a network it verifies with the keys that it has', async () => {
  const { page } = await open('/constancia')
  await page.getByText(/Se verifica con 1 clave de este servicio/).waitFor()
  await page.context().setOffline(true)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  await (await chooser).setFiles({ name: 'c.jws', mimeType: 'text/plain', buffer: Buffer.from(`${certificate}\n`) })
  await page.getByRole('heading', { name: /^Constancia válida/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Usar un archivo de claves' }).waitFor()
})

test('a browser that cannot verify says so, and shows nothing as true', async () => {
  const { page } = await open('/constancia')
  await page.getByText(/Se verifica con 1 clave de este servicio/).waitFor()
  await page.evaluate("crypto.subtle.importKey = () => Promise.reject(new Error('not supported'))")
  await paste(page, certificate)
  await page.getByRole('heading', { name: /^Este navegador no puede verificar firmas Ed25519/ }).waitFor()
  assert.equal(await sheet(page).count(), 0)
})

test('after a rotation old and new ones are valid, also on a page that was open before', async () => {
  const { page } = await open('/constancia')
  await page.getByText(/Se verifica con 1 clave de este servicio/).waitFor()
  const { code } = await runInProcess(settings, 'constancia', 'rotar', '--sandbox')
  assert.equal(code, 0)
  const kidOf = (one: string): string => JSON.parse(Buffer.from(one.split('.')[0] ?? '', 'base64url').toString()).kid
  const fresh = await askUntil(
    () => certificateOf('Juan Quispe Mamani'),
    (one) => kidOf(one) !== kidOf(certificate),
  )
  for (const one of [fresh, certificate]) {
    await paste(page, one)
    await page.getByRole('heading', { name: /^Constancia válida/ }).waitFor()
    await page.keyboard.press('Escape')
  }
  await page.getByText(/Se verifica con 2 claves de este servicio/).waitFor()
})
