import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { askUntil } from '../helpers/until.ts'
import { checkLooks, checkPrivacy, goToMore, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

const EVARISTO = 'Evaristo Zenobio Chuquipoma Tarquillo'

/** A key of an account of its own. */
const ownAccount = async (...options: string[]) => {
  const key = await sandbox.makeKey('--persona', 'Rosa Huamán', ...options)
  return { key, watch: sandbox.client({ key }).vigilancia }
}

test('somebody is put under watch by keyboard, found by reference, changed and taken out', async () => {
  const { key, watch } = await ownAccount()
  const tab = await open('/vigilancia', { key })
  const { page } = tab
  const { keyboard } = page
  await page.getByText('Nadie está bajo vigilancia todavía.').waitFor()
  await page
    .locator('.account')
    .getByText(/Rosa Huamán · .*prueba/)
    .waitFor()
  await page.getByRole('button', { name: 'Poner bajo vigilancia' }).press('Enter')
  const name = page.getByLabel('Nombre o razón social')
  await name.waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'nombre')
  await checkLooks(tab, 'a new subject')
  await name.focus()
  await keyboard.type(EVARISTO)
  await keyboard.press('Tab')
  await keyboard.type('C-0001')
  await page.getByLabel('Fecha de nacimiento').fill('1800')
  await keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'nacimiento')
  await page.getByLabel('Fecha de nacimiento').fill('31/01/1961')
  await keyboard.press('Enter')
  await page.getByText(`${EVARISTO} está bajo vigilancia.`).waitFor()
  const [subject] = await askUntil(
    async () => (await watch.listar()).data,
    ([one]) => one?.revisado !== null,
  )
  assert.deepEqual([subject?.nacimiento, subject?.tipo], ['1961-01-31', 'persona'])
  await page.getByText(/^Todos se revisaron con las ediciones en servicio: OFAC \d\d/).waitFor()
  await checkLooks(tab, 'Vigilancia')
  await page.getByLabel('Buscar por referencia').fill('C-2')
  await keyboard.press('Enter')
  await page.getByText('Nadie tiene esa referencia.').waitFor()
  await page.getByLabel('Buscar por referencia').fill('C-0001')
  await keyboard.press('Enter')
  await page.getByText('Bajo vigilancia desde').waitFor()
  await checkLooks(tab, 'a subject')
  await checkPrivacy(tab, ['Evaristo', 'C-0001'], key)
  await page.getByRole('button', { name: 'Cambiar los datos' }).press('Enter')
  assert.equal(await page.getByLabel('Fecha de nacimiento').inputValue(), '31/01/1961')
  await page.getByLabel('Fecha de nacimiento').fill('')
  await page.getByLabel('País').fill('Perú')
  await keyboard.press('Enter')
  await page.getByText(`Cambios de ${EVARISTO} guardados.`).waitFor()
  assert.deepEqual(
    (await watch.listar()).data.map(({ nacimiento, pais }) => [nacimiento, pais]),
    [[undefined, 'Perú']],
  )
  await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
  await page.getByRole('button', { name: 'Dejar de vigilar' }).press('Enter')
  await page.getByRole('button', { name: 'Sí, borrar' }).press('Enter')
  await page.getByText('Ya no se vigila: se borró con sus alertas y decisiones.').waitFor()
  assert.equal((await watch.listar()).resumen.sujetos, 0)
})

test('who was not checked comes first and says why; more come on request; the bar counts alerts', async () => {
  const { key, watch } = await ownAccount('--quota', '101')
  for (let at = 0; at < 101; at++)
    await watch.poner({ referencia: `C-${at}`, tipo: 'persona', nombre: `Inventado Nadie ${'abcdefghij'[at % 10]}` })
  await askUntil(watch.listar, ({ resumen }) => resumen.sinRevisar === 0)
  await watch.poner({ referencia: 'ULTIMO', tipo: 'persona', nombre: EVARISTO })
  await askUntil(
    () => watch.listar({ sinRevisar: true }),
    ({ data }) => data[0]?.motivoSinRevisar === 'cuota',
  )
  const tab = await open('/vigilancia', { key })
  const { page } = tab
  await page.getByText(/^1 vigilado no está revisado: no significa/).waitFor()
  const rows = page.locator('.subjects tbody tr')
  assert.match(
    (await rows.first().textContent()) ?? '',
    /ULTIMO.*Sin revisar desde .*: la cuota se agotó. Nunca se revisó/,
  )
  assert.equal(await rows.count(), 101)
  await page.getByRole('button', { name: 'Ver más' }).press('Enter')
  await rows.nth(101).waitFor()
  await page.getByRole('button', { name: /^Sin revisar/ }).press('Enter')
  await rows.nth(1).waitFor({ state: 'detached' })
  assert.equal(await rows.count(), 1)
})

test('the bar keeps few pages in sight, the rest behind Más, and where one is', async () => {
  const tab = await open('/alertas')
  const { page } = tab
  await page.getByText('No hay alertas por decidir.').waitFor()
  const bar = page.getByRole('navigation', { name: 'Páginas', exact: true })
  assert.deepEqual(
    (await bar.getByRole('link').allTextContents()).map((text) => text.trim()),
    ['Inicio', 'Revisar', 'Proveedor', 'Lotes', 'Vigilancia'],
  )
  assert.equal(await bar.getByRole('link', { name: 'Vigilancia' }).getAttribute('aria-current'), 'true')
  const more = page.getByRole('button', { name: 'Más' })
  await more.press('Enter')
  await checkLooks(tab, 'more pages')
  await page.locator('#mas-paginas').getByRole('link').first().waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await more.getAttribute('aria-expanded'), 'false')
  await goToMore(page, 'Personas')
  await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor()
  assert.equal(await bar.getByRole('link', { name: 'Personas' }).getAttribute('aria-current'), 'page')
})

test('an address is registered, tested, given another secret and taken out, and events are told', async () => {
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(received.length === 1 ? 204 : 410).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  after(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/eventos`
  const { key, watch } = await ownAccount()
  const tab = await open('/avisos', { key })
  const { page } = tab
  await page.getByText('Ninguna dirección recibe avisos.').waitFor()
  await page.getByText('Todavía no ocurrió nada.').waitFor()
  const address = page.getByLabel('Dirección nueva')
  await address.fill('http://169.254.1.1/')
  await page.keyboard.press('Enter')
  await page.getByText('La dirección debe llevar a una dirección pública.').waitFor()
  await address.fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('Guárdelo ahora: no se vuelve a mostrar.').waitFor()
  const secret = (await page.locator('.message code').textContent()) ?? ''
  assert.match(secret, /^whsec_/)
  await checkLooks(tab, 'Avisos')
  await page.getByRole('button', { name: url }).press('Enter')
  await page.getByText('Todavía no se le envió nada.').waitFor()
  await page.getByRole('button', { name: 'Enviar una prueba' }).press('Enter')
  await page.getByText('Prueba enviada como evento 1.').waitFor()
  await page.getByText('HTTP 204').waitFor()
  assert.equal(received.length, 1)
  await page.getByRole('button', { name: 'Cambiar el secreto' }).press('Enter')
  await page.getByText('Durante un día los avisos se firman con los dos').waitFor()
  await page.getByRole('button', { name: 'Sí, pedir otro' }).press('Enter')
  await page.getByText(secret).waitFor({ state: 'detached' })
  await page.getByText('Guárdelo ahora').waitFor()
  assert.notEqual(await page.locator('.message code').textContent(), secret)
  await checkLooks(tab, 'a webhook')
  await page.getByRole('button', { name: 'Enviar una prueba' }).press('Enter')
  await page.getByText('HTTP 410').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Desactivado: la dirección respondió que ya no existe (410)').waitFor()
  await page.getByRole('button', { name: url }).press('Enter')
  await page.getByRole('button', { name: 'Quitar' }).press('Enter')
  await page.getByRole('button', { name: 'Sí, quitar' }).press('Enter')
  await page.getByText('Ya no se envían eventos a esa dirección.').waitFor()
  assert.deepEqual((await watch.avisos.listar()).data, [])
  const tests = page.locator('.events tbody tr', { hasText: 'Prueba de un aviso' })
  await tests.nth(1).waitFor()
  assert.equal(await tests.count(), 2)
})

test('a file of customers is put under watch, after its columns and its cost were seen', async () => {
  const { key, watch } = await ownAccount()
  const tab = await open('/vigilancia', { key })
  const { page } = tab
  await page.getByRole('button', { name: 'Subir un archivo' }).press('Enter')
  await page.getByRole('heading', { name: 'Poner bajo vigilancia' }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  const text = `referencia;nombre;dni\nC-1;${EVARISTO};\nC-2;Juan Quispe Mamani;00000201\n;Sin Referencia Alguna;00000202\n`
  await (await chooser).setFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const settled = page.locator('.columns[aria-busy="false"]')
  await settled.waitFor()
  const previewed = page.waitForResponse(/\/api\/lotes\/vista/)
  await page.getByLabel('Los que no dicen qué son').selectOption('persona')
  await previewed
  await settled.waitFor()
  await checkLooks(tab, 'a file to watch')
  await page.getByRole('button', { name: 'Empezar' }).press('Enter')
  await page.getByRole('heading', { name: '3 filas: 2 bajo vigilancia y 1 no puesta' }).waitFor()
  await checkLooks(tab, 'a file that is watched')
  assert.deepEqual((await watch.listar()).data.map(({ referencia }) => referencia).sort(), ['C-1', 'C-2'])
  await page.getByRole('link', { name: 'Ver los vigilados' }).press('Enter')
  await page.locator('.subjects').getByText('Juan Quispe Mamani').waitFor()
})
