import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type ConsoleTab, checkLooks, checkPrivacy, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole({ CHASQUI_ADMIN_PORT: '0' })

/** Asks as people do: the key alone. */
const askFor = async ({ page }: ConsoleTab, ruc: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'RUC', exact: true })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(ruc)
  await page.keyboard.press('Enter')
}

const strip = (page: Page): Promise<string[]> => page.locator('.fact-strip dd').allTextContents()
const settled = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Listas de sanciones:' }).waitFor({ state: 'attached' })

/** How many pages the printer would get; Chromium writes one object for each. */
const printedPages = async (page: Page): Promise<number> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test('a supplier by keyboard alone: four facts, three cards, one printed page, nothing in the address', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  await askFor(tab, '20000000125')
  const heading = page.getByRole('heading', { name: 'COMERCIAL EJEMPLO - LIMA S.A.C.' })
  await heading.waitFor()
  await settled(page)
  assert.deepEqual(await strip(page), ['ACTIVO', 'HABIDO', 'No inhabilitado', 'Sin coincidencias'])
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'COMERCIAL EJEMPLO - LIMA S.A.C.')
  await page.locator('#padron').getByText('SUNAT, padrón reducido, edición').waitFor()
  await page
    .locator('#sanciones')
    .getByText(/Sin inhabilitaciones vigentes en la edición \d\d\/\d\d\/2026\./)
    .waitFor()
  await page
    .locator('#listas')
    .getByText(/Sin coincidencias en las ediciones OFAC \S+ y ONU /)
    .waitFor()
  await checkPrivacy(tab, ['20000000125', 'EJEMPLO'], sandbox.key)
  await checkLooks(tab, 'supplier')
  assert.equal(await printedPages(page), 1)

  // Each answer is certified by itself.
  await page.locator('#sanciones').getByRole('button', { name: 'Constancia' }).press('Enter')
  const sheet = page.getByRole('article', { name: 'Constancia' })
  await sheet.getByText('Proveedores inhabilitados por el Tribunal de Contrataciones').waitFor()
  assert.equal(await printedPages(page), 1)
  // Esc closes the certificate and nothing else; it is there again without another question.
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await heading.waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Constancia')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  assert.deepEqual(asked, [])
  await page.getByRole('button', { name: 'Cerrar' }).press('Enter')
  await sheet.waitFor({ state: 'detached' })

  // The same name in Revisar, and back.
  await page.getByRole('link', { name: 'Abrir en Revisar' }).press('Enter')
  await page.getByText('Sin coincidencias en las ediciones OFAC').waitFor()
  assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), 'COMERCIAL EJEMPLO - LIMA S.A.C.')
  await page.goBack()
  await heading.waitFor()
  await heading.press('Escape')
  await heading.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/proveedor')
})

test('a RUC that cannot exist is refused with its reason, and nobody is asked', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await askFor(tab, '20000000124')
  await page.getByText('El dígito verificador no corresponde: el RUC no existe. No se consultó.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'ruc')
  assert.deepEqual(
    asked.filter((url) => /api\/(?:ruc|sanciones|aml)/.test(url)),
    [],
  )
  // It may be the document of another country.
  await page.getByRole('link', { name: 'Revisar este número en las listas de sanciones' }).waitFor()
  await checkLooks(tab, 'refused')
})

test('disqualified, struck off and unknown suppliers are told in words', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  for (const [ruc, facts] of [
    ['20000006786', ['SUSPENDIDO', 'HABIDO', 'Inhabilitado', 'Sin coincidencias']],
    ['20000003451', ['BAJA', 'NO HALLADO SE MUDO DE DOMICILIO', 'No inhabilitado', 'Sin coincidencias']],
    ['20000999998', ['No figura', 'No figura', 'No inhabilitado', 'No se pudo revisar']],
  ] as const) {
    await askFor(tab, ruc)
    await page.getByRole('heading', { level: 2 }).filter({ hasText: /./ }).waitFor()
    await page.waitForFunction(`document.querySelector('.supplier')?.textContent.includes('${ruc}')`)
    await settled(page)
    assert.deepEqual(await strip(page), facts)
  }
  await page.getByText(/No figura en el padrón, edición \d\d\/\d\d\/2026\./).waitFor()
  await page.getByText('No se pudo revisar: falta el nombre registrado.').waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByText('Resolución 1234-2026-TCP-S4').waitFor()
  await page.getByText('Definitiva, desde el 31/07/2026').waitFor()
  await checkLooks(tab, 'disqualified')
})

test('the RUC goes to the lists with the name, and nobody is clear by one word or by facts alone', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const asked: URLSearchParams[] = []
  const left = { nombre: 'EJEMPLO', fuente: 'US', referencia: '9', motivo: 'titular del documento distinto' }
  const same = { ...left, coincidencia: 'parcial', motivos: [{ tipo: 'documento-igual' }], puntaje: 50 }
  const answers = [
    [{ unaPalabra: { palabra: 'EJEMPLO', partes: 7, llevan: [left] } }, 'No descarta a nadie', 'warn'],
    [{ descartadas: [left], documento: '20000000125' }, '1 nombre parecido quedó fuera', 'warn'],
    [{ matches: [same] }, '1 coincidencia, ninguna exacta, 1 con el mismo documento', 'bad'],
  ] as const
  await page.route('**/api/aml?**', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const reply = await route.fetch({ headers })
    const body = (await reply.json()) as { data: object }
    asked.push(new URL(route.request().url()).searchParams)
    const [data] = answers[asked.length - 1] ?? [{}]
    await route.fulfill({ response: reply, json: { ...body, aviso: 'Un aviso.', data: { ...body.data, ...data } } })
  })
  for (const [, words, tone] of answers) {
    await askFor(tab, '20000000125')
    await settled(page)
    assert.equal((await strip(page))[3], words)
    await page.locator(`.fact-strip .tone-${tone}`).getByText(words).waitFor()
    assert.equal(await page.getByText('Sin coincidencias').count(), 0)
    assert.equal(await printedPages(page), 1)
    if (tone === 'warn') await checkLooks(tab, words)
    // A listed party is one link away.
    await page
      .locator('#listas')
      .getByText(/^Ver 1 nombre que quedó fuera|^Ver 7 partes|^EJEMPLO/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Inicio' }).click()
    await page.getByRole('link', { name: 'Proveedor', exact: true }).click()
  }
  assert.deepEqual(
    asked.map((one) => [one.get('documento'), one.get('nombre')]),
    answers.map(() => ['20000000125', 'COMERCIAL EJEMPLO - LIMA S.A.C.']),
  )
})

test('a card that failed says so while the others stand, and is tried again', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const failure = { ok: false, error: { codigo: 'lista_no_cargada', mensaje: 'La lista no está cargada' } }
  await page.route('**/api/sanciones?**', (route) => route.fulfill({ status: 502, json: failure }))
  await askFor(tab, '20000000125')
  await page.locator('#sanciones').getByText('Lista todavía sin cargar: no se puede revisar.').waitFor()
  await settled(page)
  assert.deepEqual(await strip(page), ['ACTIVO', 'HABIDO', 'No se pudo revisar', 'Sin coincidencias'])
  await checkLooks(tab, 'one card failed')
  assert.equal(await printedPages(page), 1)
  await page.unroute('**/api/sanciones?**')
  await page.locator('#sanciones').getByRole('button', { name: 'Reintentar' }).press('Enter')
  await page.locator('#sanciones').getByText('Sin inhabilitaciones vigentes').waitFor()
  assert.deepEqual((await strip(page))[2], 'No inhabilitado')
})

test('slow answers show their outline, and nothing moves when they come', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  await page.route(/api\/(?:ruc|sanciones|aml)\?/, async (route) => {
    const reply = await route.fetch()
    await page.locator('#listas .skeleton').waitFor()
    await route.fulfill({ response: reply })
  })
  await askFor(tab, '20000000125')
  await page.locator('.fact-strip').getByText('Consultando…').first().waitFor()
  await settled(page)
  assert.ok((await layoutShift(tab)) < 0.01)
})

test('while the register is away, the lists cannot be asked and say so', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  for (const source of ['taxauth-scraper', 'aggregator-a', 'aggregator-b']) await sandbox.breakSource(source, 'down')
  // Too new for the register's copy: only live sources know it.
  await askFor(tab, '20000006000')
  await page
    .locator('#padron')
    .getByText('La fuente no responde. No significa que no exista.')
    .waitFor({ timeout: 30_000 })
  await settled(page)
  assert.deepEqual(await strip(page), [
    'No se pudo revisar',
    'No se pudo revisar',
    'No inhabilitado',
    'No se pudo revisar',
  ])
  for (const source of ['taxauth-scraper', 'aggregator-a', 'aggregator-b']) await sandbox.breakSource(source, '')
})

test('long names, many hits, many sanctions and stale lists still print on one page', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const name =
    'CONSORCIO INTERNACIONAL DE INGENIERÍA, CONSTRUCCIÓN Y SERVICIOS GENERALES DEL SUR ANDINO SOCIEDAD ANÓNIMA CERRADA'
  const answer = async (path: string, change: (data: Record<string, unknown>) => object): Promise<void> => {
    await page.route(`**/api/${path}?**`, async (route) => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: Record<string, unknown> }
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, ...change(body.data) } } })
    })
  }
  await page.route('**/api/health', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { datasets: Record<string, { cargado: string }> } }
    for (const [name, list] of Object.entries(body.data.datasets))
      Object.assign(list, {
        antiguedadHoras: name === 'sanciones' ? 9_000 : 90,
        revisado: list.cargado,
        atrasado: true,
      })
    await route.fulfill({ response: reply, json: body })
  })
  await page.reload()
  await answer('ruc', () => ({
    razonSocial: name,
    condicion: 'NO HALLADO SE MUDO DE DOMICILIO',
    direccion: `AV. ${name} NRO. 12345 INT. 1203 URB. ${name}`,
    tipo: 'SOCIEDAD COMERCIAL DE RESPONSABILIDAD LIMITADA',
  }))
  await answer('sanciones', () => ({
    sancionado: true,
    total: 9,
    sanciones: Array.from({ length: 9 }, (_, at) => ({
      ruc: '20000000125',
      razonSocial: name,
      tipo: 'Temporal',
      resolucion: `0${at}88-2026-TCP-S1`,
      periodo: '60 MESES',
      desde: '2026-06-01',
      hasta: '2031-06-01',
      infraccion: 'Presentar documentos falsos o adulterados a las Entidades. '.repeat(12),
    })),
  }))
  await answer('aml', () => ({
    total: 12,
    matches: Array.from({ length: 12 }, (_, at) => ({
      nombre: `${name} ${at}`,
      fuente: 'US',
      programa: 'SDGT] [IFSR] [IRAN-EO13902',
      tipo: 'entity',
      coincidencia: at === 0 ? 'exacto' : 'parcial',
      puntaje: 100 - at,
      referencia: String(at),
    })),
  }))
  await askFor(tab, '20000000125')
  await settled(page)
  assert.deepEqual((await strip(page)).slice(2), ['Inhabilitado', '12 coincidencias, 1 exacta'])
  await page.getByText('Y 7 coincidencias más en Revisar.').waitFor()
  await page.locator('#listas').getByText('Lista ONU sin actualizar desde hace 3 días').waitFor()
  await page.locator('#sanciones').getByText('Lista de inhabilitados sin actualizar').waitFor()
  await checkLooks(tab, 'long names')
  assert.equal(await printedPages(page), 1)
})
