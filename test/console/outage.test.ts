import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkLooks, goToMore, openConsole } from './open-console.ts'

const { open } = await openConsole()

/** Nothing of the service answers until it is switched on again; counts the questions to an endpoint. */
const outage = async (page: Page) => {
  const asked: string[] = []
  await page.route('**/api/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  return {
    end: async (): Promise<void> => {
      await page.unrouteAll({ behavior: 'wait' })
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      asked.length = 0
    },
    times: (path: string): number => asked.filter((one) => one === path).length,
  }
}

const CONNECTION = 'Sin conexión con el servicio.'
/** The client tries once more after a pause; the report is asked for every five seconds. */
const pass = (page: Page): Promise<void> => page.clock.runFor(12_000)

test('after an outage what costs nothing comes back by itself', async () => {
  const tab = await open('/uso', { before: (page) => page.clock.install() })
  const { page } = tab
  await page.getByRole('heading', { name: 'Uso' }).waitFor()
  const away = await outage(page)
  await page.getByRole('button', { name: 'Mes anterior' }).click()
  await pass(page)
  await page.getByText(CONNECTION).waitFor()
  await away.end()
  await pass(page)
  await page.getByText(CONNECTION).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Listas al día' }).waitFor()
  await page.getByRole('table').or(page.locator('.quota')).first().waitFor()
  assert.ok(away.times('/api/uso') > 0)
})

test('a file that is being prepared is read by itself once the service is back', async () => {
  const { page } = await open('/lotes', { before: (tab) => tab.clock.install() })
  await page.getByText('Todavía no hay lotes.').waitFor()
  const away = await outage(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  await (await chooser).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('nombre\nAna Quispe\n') })
  await pass(page)
  await page.getByText(CONNECTION).waitFor()
  await away.end()
  await pass(page)
  await page.getByText('Se reconoció: nombre en «nombre».').waitFor()
  assert.equal(away.times('/api/lotes/vista'), 1)
})

test('a question that costs a unit is not asked again by itself: the page says that it can be', async () => {
  const tab = await open('/vehiculo', { before: (page) => page.clock.install() })
  const { page } = tab
  await page.getByRole('link', { name: 'Listas al día' }).waitFor()
  const away = await outage(page)
  await page.getByRole('textbox', { name: 'Placa' }).fill('ABC123')
  await page.keyboard.press('Enter')
  await pass(page)
  await page.getByText(CONNECTION).waitFor()
  await away.end()
  await pass(page)
  await page.getByText('El servicio responde de nuevo. Esta consulta no se repitió sola.').waitFor()
  assert.equal(away.times('/api/soat'), 0)
  await checkLooks(tab, 'back after an outage')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.clock.runFor(1_000)
  await page.getByText(/^SOAT vigente hasta el /).waitFor()
})

test('a page that could not be loaded is loaded once the service is back', async () => {
  const tab = await open('/', { before: (page) => page.clock.install() })
  const { page } = tab
  await page.getByRole('link', { name: 'Listas al día' }).waitFor()
  await page.route(/\/(?:api|assets)\//, (route) => route.abort())
  await goToMore(page, 'Uso')
  await page.getByText('La página no se pudo cargar.').waitFor()
  await pass(page)
  await page.unrouteAll({ behavior: 'wait' })
  await pass(page)
  await page.getByRole('heading', { name: 'Uso' }).waitFor()
})
