import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page } from 'playwright-core'
import { checkLooks, layoutShift, openConsole } from './open-console.ts'

const { open } = await openConsole()

const SUPPLIERS = [
  '20000000125;Comercial Ejemplo Lima SAC',
  '20000003451;Ejemplos del Sur EIRL',
  '20000009017;Otro nombre S.A.',
  '20000009459;',
]

/** Sends a file and waits for its results. */
const results = async (
  page: Page,
  kind: string,
  text: string,
  name = 'Compañía Ñandú noviembre.csv',
): Promise<void> => {
  await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Empezar' }).press('Enter')
  await page.getByRole('heading', { name: /^\d+ filas?:/ }).waitFor()
}

const isOn = (page: Page, name: RegExp): Promise<string | null> =>
  page.getByRole('button', { name }).getAttribute('aria-pressed')

const shownRows = (page: Page): Promise<string[]> => page.locator('.result-rows tbody tr').allTextContents()

test('a supplier that is BAJA, NO HABIDO or has another name is seen, marked and filtered by keyboard', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  await results(page, 'Proveedor completo', `ruc;proveedor\n${SUPPLIERS.join('\n')}\n`)
  await page.reload()
  await page.getByRole('heading', { name: /^4 filas:/ }).waitFor()
  assert.ok((await layoutShift(tab)) <= 0.01)
  // Two are disqualified, one of them by a court: the results open there.
  assert.equal(await isOn(page, /^Con coincidencia/), 'true')
  assert.equal((await shownRows(page)).length, 2)
  await page.getByRole('button', { name: /^Todas/ }).press('Enter')
  const rows = await shownRows(page)
  assert.match(rows[0] ?? '', /COMERCIAL EJEMPLO - LIMA S\.A\.C\..*ACTIVO.*HABIDO.*Sin coincidencias/)
  assert.match(rows[1] ?? '', /EJEMPLOS DEL SUR E\.I\.R\.L\. *BAJA *NO HALLADO/)
  assert.match(rows[2] ?? '', /Nombre distinto.*NO HABIDO.*Inhabilitado.*Órdenes judiciales/)
  assert.deepEqual(await page.locator('.result-rows tbody .chip-exacto').allTextContents(), [
    ...['BAJA', 'NO HALLADO SE MUDO DE DOMICILIO', 'Nombre distinto', 'NO HABIDO'],
    ...['Inhabilitado', 'Inhabilitado'],
  ])
  assert.equal(await page.getByRole('columnheader', { name: 'Nombre en la lista' }).count(), 1)
  await checkLooks(tab, 'proveedores')
  for (const [name, found] of [
    [/^No activo 1$/, /BAJA/],
    [/^No habido o no hallado 2$/, /NO HALLADO/],
    [/^Nombre distinto 1$/, /Otro nombre/],
  ] as const) {
    await page.getByRole('button', { name }).press('Enter')
    assert.match((await shownRows(page))[0] ?? '', found)
  }
  await page.getByLabel('Buscar en las filas').fill('comercial ejemplo')
  await page.getByText('Ninguna fila con ese filtro.').waitFor()
  await page.getByRole('button', { name: 'Buscar en todas' }).press('Enter')
  assert.equal((await shownRows(page)).length, 1)
})

test('purchases are told by cause and amount, each row with the day of its voucher', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  const rows = ['20000000125', '20000003451', '20000006786'].map((ruc, at) => `${ruc};12/11/2026;${at + 1}00.00`)
  await results(page, 'Compras', `RUC;Fecha de emisión;Importe total\n${rows.join('\n')}\n20000000125;01/01/2020;5\n`)
  await page
    .getByRole('heading', { name: '4 filas: 2 con observaciones, 1 sin observaciones y 1 no revisada' })
    .waitFor()
  await page.getByText('Importe observado: 500.00.').waitFor()
  assert.equal(await isOn(page, /^Con observaciones/), 'true')
  const shown = await shownRows(page)
  assert.match(shown[0] ?? '', /20000003451.*BAJA.*NO HALLADO.*Observado.*según el padrón del 12\/11\/2026/)
  assert.match(shown[1] ?? '', /SUSPENDIDO.*Observado.*\(SSCO\), publicado el 31\/07\/2026/)
  await checkLooks(tab, 'compras')
  await page.getByRole('button', { name: /^20000003451/ }).press('Enter')
  await page.getByText('segura, edición 2026-11-12').waitFor()
})

/** The text of each page of a PDF, without spaces: where they are depends on the font. */
const pagesOf = async (pdf: Buffer): Promise<string[]> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages = Array.from({ length: document.getPageCount() }, (_, at) =>
      document.getPage(at).getText().replace(/\s+/g, ''),
    )
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

test('results are printed from the first page on, with file, date and editions, and all rows of the filter', async () => {
  const tab = await open('/lotes', {
    before: async (page) => void (await page.addInitScript('window.print = () => { window.isPrinting = true }')),
  })
  const { page } = tab
  const names = Array.from({ length: 120 }, (_, at) => `Juan Quispe Mamani ${'abcdefghij'[at % 10]}`)
  await results(page, 'Listas de sanciones', `Reporte\n\nnombre\n${names.join('\n')}\n`)
  assert.equal(await page.locator('.result-rows tbody tr').count(), 50)
  // Rows have the numbers of the file, with its title and its header.
  assert.match((await shownRows(page))[0] ?? '', /^4Juan/)
  await page.getByRole('button', { name: 'Imprimir' }).press('Enter')
  // A text would be evaluated again and again by the page, which its own policy forbids.
  await page.waitForFunction(() => (globalThis as { isPrinting?: boolean }).isPrinting)
  assert.equal(await page.locator('.result-rows tbody tr').count(), 120)
  const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  assert.ok(pages.length > 1)
  assert.match(pages[0] ?? '', /CompañíaÑandúnoviembre\.csv\.Listasdesanciones,revisadoel\d\d\/\d\d\/\d{4}/)
  assert.match(pages[0] ?? '', /EdicionesOFAC\d\d\/\d\d\/\d{4}yONU/)
  for (const text of pages) assert.match(text, /Consultado.*JuanQuispe/)
  assert.doesNotMatch(pages[0] ?? '', /Descargar|Borrarahora|Seborrará/)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.locator('.result-rows tbody tr').nth(50).waitFor({ state: 'detached' })
})

test('a result is saved under the name of its file', async () => {
  const { page } = await open('/lotes')
  await results(page, 'Listas de sanciones', 'nombre\nJuan Quispe Mamani\n', 'clientes noviembre.csv')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar XLSX' }).press('Enter')
  assert.equal((await started).suggestedFilename(), 'clientes noviembre-revisado.xlsx')
})
