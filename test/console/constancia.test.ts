import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openCertifier } from '../../src/certificates/certifier.ts'
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
