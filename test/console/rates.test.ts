import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { read } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { type ConsoleTab, checkLooks, checkPrivacy, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole({ CHASQUI_ADMIN_PORT: '0' })

/** Opens a page with a question, as a link of the console does. */
const openWith = async (path: string, question: Record<string, string>): Promise<ConsoleTab> => {
  const tab = await open(path)
  await tab.page.getByRole('heading', { level: 1 }).waitFor()
  await tab.page.evaluate(`history.replaceState({ question: ${JSON.stringify(question)} }, '')`)
  await tab.page.reload()
  return tab
}

const reading = (page: Page): Promise<string | null> => page.locator('.chart-reading').textContent()

/** The text of what has the focus. */
const focused = (page: Page): Promise<string | null> => page.locator(':focus').textContent()

const savedFile = async (page: Page, format: 'CSV' | 'XLSX'): Promise<[name: string, bytes: Buffer]> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Descargar ${format}` }).click(),
  ])
  return [download.suggestedFilename(), readFileSync(await download.path())]
}

const saved = async (page: Page): Promise<[name: string, text: string]> => {
  const [name, bytes] = await savedFile(page, 'CSV')
  return [name, bytes.toString()]
}

test('a month is a table beside a chart, with the carried days marked, to copy and to save', async () => {
  const tab = await open('/tipo-cambio', { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  const { page } = tab
  await page.getByRole('heading', { name: 'Noviembre de 2026' }).waitFor()
  await page.getByText('13 días, hasta hoy.').waitFor()
  assert.equal(await page.locator('tbody tr').count(), 13)
  const sunday = page.locator('tbody tr.carried', { hasText: '08/11/2026' })
  assert.match((await sunday.textContent()) ?? '', /^08\/11\/2026 dom publicado el 07\/11\d\.\d{3}\d\.\d{3}$/)
  await page.locator('.chart-plot canvas').waitFor()
  assert.ok((await layoutShift(tab)) < 0.01)
  await page.getByRole('button', { name: 'Copiar tabla' }).click()
  await page.getByText('Tabla copiada: 13 filas.').waitFor()
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  assert.match(copied, /^Fecha\tCompra\tVenta\tPublicado\n01\/11\/2026\t\d\.\d{3}\t\d\.\d{3}\t\d\d\/\d\d\/2026\n/)
  const [name, text] = await saved(page)
  assert.equal(name, 'tipo-cambio-2026-11.csv')
  assert.match(text, /2026-11-08,\d\.\d{3},\d\.\d{3},2026-11-07\r\n/)
  const [bookName, book] = await savedFile(page, 'XLSX')
  assert.equal(bookName, 'tipo-cambio-2026-11.xlsx')
  const { Datos: sheet } = read(book, { cellNF: true }).Sheets
  assert.deepEqual([sheet?.A9?.t, sheet?.A9?.v, sheet?.A9?.z, sheet?.D9?.v], ['n', 46334, 'dd/mm/yyyy', 46333])
  assert.deepEqual([sheet?.B9?.t, sheet?.B9?.z, sheet?.['!autofilter']?.ref], ['n', '0.000', 'A1:D14'])
  await checkLooks(tab, 'month')
  await checkPrivacy(tab, [], sandbox.key)
})

test('a browser whose language nobody knows draws the chart too', async () => {
  // What a browser says on a machine with LANG=C.UTF-8.
  const odd = "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })"
  const { page, complaints } = await open('/tipo-cambio', {
    before: async (tab) => void (await tab.addInitScript(odd)),
  })
  await page.locator('.chart-plot canvas').waitFor()
  assert.deepEqual(complaints, [])
})

test('the keyboard alone steps through months, reads the chart, asks a day and goes back', async () => {
  const { page } = await open('/tipo-cambio')
  await page.getByText('hasta hoy.').waitFor()
  const previous = page.getByRole('button', { name: 'Mes anterior' })
  await previous.focus()
  await page.keyboard.press('Enter')
  await page.getByText('31 días.').waitFor()
  assert.equal(await focused(page), 'Mes anterior')
  await page.locator('.chart-plot canvas').waitFor()
  await page.locator('.chart-plot').focus()
  await page.keyboard.press('Home')
  assert.match((await reading(page)) ?? '', /^01\/10\/2026, compra \d\.\d{3}, venta \d\.\d{3}$/)
  for (const _ of 'day') await page.keyboard.press('ArrowRight')
  assert.match((await reading(page)) ?? '', /^04\/10\/2026, .*, publicado el 03\/10$/)
  // A whole month is one sheet of paper.
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  assert.equal(paper.match(/\/Type\s*\/Page\b/g)?.length, 1)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Noviembre de 2026' }).waitFor()
  await page.getByLabel('Un solo día').fill('8/11/2026')
  await page.keyboard.press('Enter')
  const day = page.getByRole('heading', { name: 'Domingo 08/11/2026' })
  await day.waitFor()
  assert.equal(await focused(page), 'Domingo 08/11/2026')
  await page.getByText('se entrega la última anterior, del 07/11/2026.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('hasta hoy.').waitFor()
  const next = page.getByRole('button', { name: 'Mes siguiente' })
  await next.focus()
  await page.keyboard.press('Enter')
  assert.equal(await next.getAttribute('aria-disabled'), 'true')
  assert.deepEqual(
    await page.getByLabel('Mes', { exact: true }).locator('option').allTextContents(),
    MONTHS.slice(0, 11),
  )
  await page.getByLabel('Año').selectOption('2025')
  await page.getByRole('heading', { name: 'Noviembre de 2025' }).waitFor()
})

const MONTHS = [
  ...['Enero', 'Febrero', 'Marzo', 'Abril', 'Mayo', 'Junio', 'Julio', 'Agosto', 'Setiembre', 'Octubre', 'Noviembre'],
]

test('a future month, a day that nobody knows and a service away are told', async () => {
  const future = await openWith('/tipo-cambio', { mes: '2027-03' })
  await future.page
    .getByText('Ese mes todavía no llega. El último que se puede consultar es noviembre de 2026.')
    .waitFor()
  const old = await openWith('/tipo-cambio', { fecha: '1985-01-01' })
  await old.page.getByText('No hay tipo de cambio oficial conocido para el 01/01/1985.').waitFor()
  await checkLooks(old, 'day without a rate')
  await old.page.route('**/api/tipo-cambio*', (route) => route.abort())
  await old.page.getByRole('link', { name: /^Ver todo/ }).click()
  await old.page.getByText('Sin conexión con el servicio.').waitFor()
  await old.page.unroute('**/api/tipo-cambio*')
  await old.page.getByRole('button', { name: 'Reintentar' }).click()
  await old.page.getByText('No hay tipo de cambio oficial conocido para enero de 1985.').waitFor()
})

test('while a month is asked its outline is there', async () => {
  const { page } = await open('/tipo-cambio')
  await page.getByText('hasta hoy.').waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/tipo-cambio*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Mes anterior' }).click()
  await page.getByText('Consultando…').waitFor({ state: 'attached' })
  await page.locator('.skeleton').waitFor()
  assert.equal(await page.locator('.skeleton div').count(), 31)
  answer.resolve()
  await page.getByText('31 días.').waitFor()
})

test('a series is found by words, opened with the keyboard, and shown in a range', async () => {
  const tab = await open('/indicadores')
  const { page } = tab
  await page.getByLabel('Buscar una serie').fill('inflasion subyasente')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '5 series' }).waitFor()
  await checkLooks(tab, 'series found')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const name = await focused(page)
  await page.keyboard.press('Enter')
  await page.getByText('23 valores, serie mensual, en var% mensual.').waitFor()
  const title = page.getByRole('heading', { level: 2 })
  assert.ok((await title.textContent())?.includes(name ?? '?'))
  assert.equal(await focused(page), await title.textContent())
  await page.locator('.chart-plot canvas').waitFor()
  await page.getByRole('button', { name: /1 año/ }).click()
  await page.getByText('12 valores').waitFor()
  assert.equal(await page.getByRole('button', { name: /1 año/ }).getAttribute('aria-pressed'), 'true')
  await checkLooks(tab, 'series')
  const [file, text] = await saved(page)
  assert.match(file, /^pn9015\dpm\.csv$/)
  assert.equal(text.trim().split('\r\n').length, 13)
  await page.getByLabel('Hasta').fill('01/01/2020')
  await page.keyboard.press('Enter')
  await page.getByText('Desde no puede ser posterior a hasta.').waitFor()
  await page.locator('main').focus()
  for (const shown of ['12 valores', '23 valores', '5 series']) {
    await page.keyboard.press('Escape')
    await page.getByText(shown).first().waitFor()
  }
  await page.getByRole('heading', { name: '5 series' }).waitFor()
  await page.getByRole('button', { name: 'Tasa de referencia' }).click()
  await page.getByText('serie mensual, en %.').waitFor()
})

test('values that the bank left out are told, and not drawn as zero', async () => {
  const { page } = await open('/indicadores')
  await page.route('**/api/indicadores?*', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { valores: unknown[] } }
    body.data.valores.splice(5, 2)
    await route.fulfill({ response: reply, json: body })
  })
  await page.getByRole('button', { name: 'Inflación' }).click()
  await page.getByText(/^Sin dato en 2 periodos: mayo de 2025 y junio de 2025\./).waitFor()
  assert.equal(await page.locator('tr.absent').count(), 2)
  assert.match((await page.locator('tr.absent').first().textContent()) ?? '', /sin dato$/)
  await page.locator('.chart-plot canvas').waitFor()
  await page.locator('.chart-plot').focus()
  await page.keyboard.press('Home')
  for (const _ of 'to the') await page.keyboard.press('ArrowRight')
  assert.equal(await reading(page), 'junio de 2025, sin dato')
})

test('no such series, and a bank that does not answer, are told apart', async () => {
  const tab = await openWith('/indicadores', { codigo: 'PN99999PM' })
  await tab.page.getByText('La serie PN99999PM no existe o no tiene datos en esas fechas.').waitFor()
  await sandbox.breakSource('central-bank', 'down')
  await tab.page.getByRole('button', { name: 'Reservas internacionales' }).click()
  await tab.page.getByText('La fuente no responde. No significa que no exista.').waitFor()
  await checkLooks(tab, 'bank away')
  await sandbox.breakSource('central-bank', 'captcha')
  await tab.page.getByRole('button', { name: 'PBI', exact: true }).click()
  await tab.page.getByText('La fuente pide una verificación. No se consultó y no consumió cuota.').waitFor()
  await sandbox.breakSource('central-bank', '')
})
