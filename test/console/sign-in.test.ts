import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLooks, checkPrivacy, goToMore, layoutShift, openConsole } from './open-console.ts'

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
  await page.locator('.menu-button[aria-expanded=false]').waitFor()
  assert.ok(await heading.isVisible())
  await page.keyboard.press('Escape')
  await heading.waitFor({ state: 'detached' })
})

test('a link with a key of another account is asked about, and changes nothing by itself', async () => {
  const [own, other] = [
    await sandbox.makeKey('--name', 'Estudio Propio'),
    await sandbox.makeKey('--name', 'Estudio Ajeno'),
  ]
  const tab = await open('/revisar', { key: own })
  const { page } = tab
  const account = page.locator('.account')
  await account.getByText('Estudio Propio').waitFor()
  await page.goto(`${sandbox.url}/lotes#clave=${other}`)
  const question = page.getByRole('heading', { name: '¿Cambiar de cuenta?' })
  await question.waitFor()
  await page.getByText(/^Estudio Ajeno \(acc_\w+\)$/).waitFor()
  await page.getByText(/^Estudio Propio \(acc_\w+\)$/).waitFor()
  assert.equal(page.url(), `${sandbox.url}/lotes`)
  await checkPrivacy(tab, [], own)
  await checkLooks(tab, 'offered key')
  await page.getByRole('button', { name: 'Seguir en mi cuenta' }).click()
  await account.getByText('Estudio Propio').waitFor()
  await checkPrivacy(tab, [], own)

  // The address of an open page is changed without loading it; the key does not stay in it.
  await page.evaluate(`location.hash = 'clave=${other}'`)
  await question.waitFor()
  assert.equal(page.url(), `${sandbox.url}/lotes`)
  await page.getByRole('button', { name: 'Entrar en la cuenta del enlace' }).click()
  await account.getByText('Estudio Ajeno').waitFor()
  await checkPrivacy(tab, [], other)
  // The tab's own key is nothing to ask about.
  await page.goto(`${sandbox.url}/uso#clave=${other}`)
  await page.getByRole('heading', { name: 'Uso' }).waitFor()
})

test('a link with a key of a real service is always asked about, and one that is no good is told', async () => {
  const live = 'chq_live_0123456789abcdefghij'
  const { page } = await open(`/#clave=${live}`, { key: null })
  await page.getByRole('heading', { name: '¿Entrar con la clave del enlace?' }).waitFor()
  await page.getByText('La clave del enlace no es válida.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Entrar en la cuenta del enlace' }).count(), 0)
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  await page.getByRole('button', { name: 'No entrar' }).click()
  await page.getByLabel('Clave de acceso').waitFor()
})

test('the documentation asks too before it takes another key', async () => {
  const { page } = await open()
  await page.getByText('Listas al día').waitFor()
  await page.goto(`${sandbox.url}/docs#clave=${sandbox.key}`)
  await page.waitForURL(`${sandbox.url}/docs`)
  const asked = page.waitForEvent('dialog')
  await page.goto(`${sandbox.url}/docs#clave=chq_test_0123456789`)
  const dialog = await asked
  assert.match(dialog.message(), /quizá de otra cuenta. ¿Usarla en esta pestaña\?$/)
  await dialog.dismiss()
  await page.waitForURL(`${sandbox.url}/docs`)
  assert.equal(await page.evaluate("sessionStorage.getItem('chasqui.clave')"), sandbox.key)
})

test('who leaves takes every question along: none is in the history, and "back" shows none', async () => {
  const { page } = await open()
  const state = async (): Promise<string> => JSON.stringify(await page.evaluate('history.state'))
  await page.locator('#consulta').fill('Juan Quispe Mamani')
  await page.keyboard.press('Enter')
  await page.getByText('Sin coincidencias en las ediciones').waitFor()
  assert.doesNotMatch(await state(), /quispe/i)
  await goToMore(page, 'Estado')
  await page.getByText('Todo está bien').waitFor()
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.getByLabel('Clave de acceso').fill(sandbox.key)
  await page.keyboard.press('Enter')
  await page.getByText('Todo está bien').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Revisar un nombre' }).waitFor()
  assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), '')
  assert.doesNotMatch(await state(), /quispe/i)
  assert.equal(await page.getByText('Sin coincidencias').count(), 0)
})

test('samples of the sandbox are there to be clicked', async () => {
  const { page } = await open()
  await page.getByRole('link', { name: 'Evaristo Zenobio Chuquipoma Tarquillo' }).click()
  await page.getByRole('heading', { name: /1 exacta/ }).waitFor()
})
