import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLooks, checkPrivacy, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

test('the address that the sandbox prints signs in, and the key is out of it at once', async () => {
  const tab = await open()
  await tab.page.getByRole('heading', { name: '¿Qué necesita saber?' }).waitFor()
  assert.equal(tab.page.url(), `${sandbox.url}/`)
  await checkPrivacy(tab, [], sandbox.key)
  await tab.page.getByText('Listas al día').waitFor()
  await tab.page.getByRole('heading', { name: 'Para probar' }).waitFor()
  assert.ok((await layoutShift(tab)) < 0.01, 'nothing moves while the page loads')
  await checkLooks(tab, 'Inicio')
})

test('without a key the form asks for it, tells why a key is refused, and lets a good one in', async () => {
  const tab = await open('/', { key: null })
  const { page } = tab
  await page.getByLabel('Clave de acceso').fill('chq_test_0123456789')
  await page.keyboard.press('Enter')
  await page.getByText('La clave no es válida').waitFor()
  await checkLooks(tab, 'bad key')
  await page.getByLabel('Clave de acceso').fill(sandbox.key)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '¿Qué necesita saber?' }).waitFor()
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByLabel('Clave de acceso').waitFor()
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
})

test('a stored key that is no longer good leads back to the form with the reason', async () => {
  const { page } = await open()
  await page.getByText('Listas al día').waitFor()
  await page.evaluate("sessionStorage.setItem('chasqui.clave', 'chq_test_nolongergood')")
  await page.reload()
  await page.getByText('La clave no es válida').waitFor()
})

test('a service that cannot be reached is told as such, and tried again', async () => {
  const tab = await open()
  await tab.page.getByText('Listas al día').waitFor()
  await tab.page.route('**/api/**', (route) => route.abort())
  await tab.page.reload()
  await tab.page.getByText('Sin conexión con el servicio.').waitFor()
  tab.complaints.length = 0
  await checkLooks(tab, 'offline')
  await tab.page.unroute('**/api/**')
  await tab.page.getByRole('button', { name: 'Reintentar' }).click()
  await tab.page.getByText('Listas al día').waitFor()
})

test('the search box reads what is typed, leads to the page, and keys do the rest', async () => {
  const tab = await open()
  const { page } = tab
  await page.getByRole('heading', { name: '¿Qué necesita saber?' }).waitFor()
  const reading = page.locator('#consulta-lectura')
  for (const [typed, words] of [
    ['20000000125', 'RUC'],
    ['00000201', 'DNI'],
    ['abc-123', 'Placa'],
    ['123', 'Un RUC tiene 11 dígitos'],
    ['Juan Quispe Mamani', 'Nombre'],
  ] as const) {
    await page.locator('#consulta').fill(typed)
    assert.match((await reading.textContent()) ?? '', new RegExp(`^${words}`), typed)
  }
  await page.keyboard.press('Enter')
  await page.getByText('Sin coincidencias en las ediciones OFAC').waitFor()
  assert.equal(new URL(page.url()).pathname, '/revisar')
  await checkPrivacy(tab, ['Quispe'], sandbox.key)
  await page.goBack()
  await page.getByRole('heading', { name: '¿Qué necesita saber?' }).waitFor()
  await page.goForward()
  await page.getByText('Sin coincidencias en las ediciones OFAC').waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('/')
  assert.equal(await page.evaluate('document.activeElement.name'), 'buscar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Teclas' }).waitFor()
  await checkLooks(tab, 'keys')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Teclas' }).waitFor({ state: 'detached' })
})

test('Esc closes the menu of a phone before anything else', async () => {
  const { page } = await open('/proveedor', { context: { viewport: { width: 390, height: 844 } } })
  await page.getByLabel('RUC', { exact: true }).fill('20000000125')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'COMERCIAL EJEMPLO' })
  await heading.waitFor()
  const menu = page.getByRole('button', { name: 'Páginas' })
  await menu.press('Enter')
  await page.getByRole('navigation', { name: 'Páginas' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await menu.getAttribute('aria-expanded'), 'false')
  assert.ok(await heading.isVisible())
  await page.keyboard.press('Escape')
  await heading.waitFor({ state: 'detached' })
})

test('samples of the sandbox are there to be clicked', async () => {
  const { page } = await open()
  await page.getByRole('link', { name: 'Evaristo Zenobio Chuquipoma Tarquillo' }).click()
  await page.getByRole('heading', { name: /1 exacta/ }).waitFor()
})
