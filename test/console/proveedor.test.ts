import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { RevisionProveedor } from '../../src/client/index.ts'
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
const summary = (page: Page) => page.locator('.supplier-summary')

/** How many pages the printer would get; Chromium writes one object for each. */
const printedPages = async (page: Page): Promise<number> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

/** Changes what the service says of a supplier. */
const answered = (page: Page, change: (data: RevisionProveedor) => void) =>
  page.route('**/api/proveedor?**', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const reply = await route.fetch({ headers })
    const body = (await reply.json()) as { data: RevisionProveedor }
    change(body.data)
    await route.fulfill({ response: reply, json: body })
  })

test('a supplier by keyboard alone: one line, six facts, six cards, one printed page, one certificate', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  await page.getByText('Una consulta cuesta una unidad por cada parte revisada, 6 como máximo').waitFor()
  await askFor(tab, '20000000125')
  const heading = page.getByRole('heading', { name: 'COMERCIAL EJEMPLO - LIMA S.A.C.' })
  await heading.waitFor()
  assert.equal(await summary(page).textContent(), 'Sin hallazgos en lo revisado')
  assert.deepEqual(await strip(page), [
    ...['ACTIVO, HABIDO', 'No es SSCO', 'No inhabilitado', 'No inhabilitado', 'Sin coincidencias', 'Sin coincidencias'],
  ])
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'COMERCIAL EJEMPLO - LIMA S.A.C.')
  await page.locator('#padron').getByText('SUNAT, padrón reducido, edición').waitFor()
  await page
    .locator('#sanciones')
    .getByText(/Sin inhabilitaciones vigentes en la edición \d\d\/\d\d\/2026\./)
    .waitFor()
  await page.locator('#judicial').getByText('Sin inhabilitaciones judiciales vigentes en la edición').waitFor()
  await page
    .locator('#listas')
    .getByText(/Sin coincidencias en las ediciones OFAC \S+ y ONU /)
    .waitFor()
  await page.locator('#vinculados').getByText('Sin coincidencias de las personas declaradas.').waitFor()
  await page.locator('#padrones').getByText('No figura como sujeto sin capacidad operativa en la edición').waitFor()
  await page.locator('#padrones').getByText('SUNAT, padrones tributarios, edición').waitFor()
  await checkPrivacy(tab, ['20000000125', 'EJEMPLO'], sandbox.key)
  await checkLooks(tab, 'supplier')
  assert.equal(await printedPages(page), 1)

  // The whole is certified once.
  await page.getByRole('button', { name: 'Constancia' }).press('Enter')
  const sheet = page.getByRole('article', { name: 'Constancia' })
  await sheet.getByText('Sin hallazgos en lo revisado.').waitFor()
  await sheet.getByText('Órdenes judiciales').first().waitFor()
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
    asked.filter((url) => /api\/proveedor/.test(url)),
    [],
  )
  // It may be the document of another country.
  await page.getByRole('link', { name: 'Revisar este número en las listas de sanciones' }).waitFor()
  await checkLooks(tab, 'refused')
})

test('findings are told in words, part by part, and documents of people are masked', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  for (const [ruc, line, facts] of [
    [
      ...['20000006786', '5 hallazgos'],
      [
        'SUSPENDIDO, HABIDO',
        'Sin capacidad operativa',
        'Inhabilitado',
        'No inhabilitado',
        'Sin coincidencias',
        '2 coincidencias, 2 exactas',
      ],
    ],
    [
      ...['20000009017', '2 hallazgos'],
      ['ACTIVO, NO HABIDO', 'No es SSCO', 'No inhabilitado', 'Inhabilitado', 'Sin coincidencias', 'Sin coincidencias'],
    ],
  ] as [string, string, string[]][]) {
    await askFor(tab, ruc)
    await page.locator('.supplier', { hasText: `RUC ${ruc}` }).waitFor()
    await summary(page).filter({ hasText: line }).waitFor()
    assert.deepEqual(await strip(page), facts)
    assert.equal(await printedPages(page), 1)
  }
  await page.locator('#judicial').getByText('Corte Superior de Justicia de Ejemplo').waitFor()
  await page.goBack()
  await page.getByText('Resolución 1234-2026-TCP-S4').waitFor()
  await page
    .locator('#padrones')
    .getByText(/SSCO\), Resolución de Intendencia .*0000001\/SUNAT, desde 31\/07\/2026 sin fin/)
    .waitFor()
  await page.getByText('Definitiva, desde el 31/07/2026').waitFor()
  await page.locator('#vinculados').getByText('socio, documento ***00777').waitFor()
  assert.doesNotMatch(String(await page.locator('main').textContent()), /(?<!\d)00000777(?!\d)/)
  await checkLooks(tab, 'disqualified')
  await page.getByRole('link', { name: 'Comparar en Revisar' }).first().press('Enter')
  await page
    .getByText(/1 coincidencia/)
    .first()
    .waitFor()
})

test('a supplier on a past day, and a day that nobody can ask about', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const day = page.getByRole('textbox', { name: 'Fecha' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const [typed, problem] of [
    ['31/02/2026', 'Escriba una fecha real como 15/11/2026.'],
    ['01/01/2999', 'La fecha no puede ser posterior a hoy.'],
  ] as const) {
    await day.fill(typed)
    await askFor(tab, '20000000125')
    await page.getByText(problem).waitFor()
  }
  assert.equal(asked.filter((url) => /api\/proveedor/.test(url)).length, 0)
  await day.fill('15/01/2024')
  await day.press('Enter')
  await page.getByText('RUC 20000000125, al 15/01/2024').waitFor()
  await page.locator('#padron').getByText('No se pudo revisar. No significa que no haya hallazgos.').waitFor()
  await page.locator('#padron').getByText('La historia del padrón empieza el').waitFor()
  await checkLooks(tab, 'past day')
})

test('a RUC that nobody has is told as such', async () => {
  const tab = await open('/proveedor')
  await askFor(tab, '20000999998')
  await tab.page.getByText(/No figura en el padrón, edición \d\d\/\d\d\/2026\./).waitFor()
  assert.equal(await summary(tab.page).count(), 0)
})

test('a part that was not checked says so while the others stand, and nothing is clear', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  await answered(page, ({ partes, resumen }) => {
    Object.assign(partes.sanciones as object, {
      ...{ estado: 'sin_revisar', edicion: null, revisado: null, motivo: 'La lista todavía no está cargada' },
    })
    resumen.sinRevisar.push('sanciones')
  })
  await askFor(tab, '20000000125')
  await page.locator('#sanciones').getByText('No se pudo revisar. No significa que no haya hallazgos.').waitFor()
  assert.equal(await summary(page).textContent(), 'Sin hallazgos en lo revisado, 1 sin revisar')
  assert.equal((await strip(page))[2], 'No se pudo revisar')
  await page.locator('.supplier-summary.tone-warn').waitFor()
  await checkLooks(tab, 'one part unchecked')
  assert.equal(await printedPages(page), 1)
})

test('slow answers show their outline, and nothing moves when they come', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  await page.route(/api\/proveedor\?/, async (route) => {
    const reply = await route.fetch()
    await page.locator('.supplier .skeleton').waitFor()
    await route.fulfill({ response: reply })
  })
  await askFor(tab, '20000000125')
  await summary(page).waitFor()
  assert.ok((await layoutShift(tab)) < 0.01)
})

test('while the register is away the other parts stand, and nobody is screened without a name', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  for (const source of ['taxauth-scraper', 'aggregator-a', 'aggregator-b']) await sandbox.breakSource(source, 'down')
  // Too new for the register's copy: only live sources know it.
  await askFor(tab, '20000006000')
  await summary(page).waitFor({ timeout: 60_000 })
  assert.deepEqual((await strip(page)).slice(0, 5), [
    ...['No se pudo revisar', 'No es SSCO', 'No inhabilitado', 'No inhabilitado', 'No se pudo revisar'],
  ])
  for (const source of ['taxauth-scraper', 'aggregator-a', 'aggregator-b']) await sandbox.breakSource(source, '')
})

test('long names, many hits, many sanctions and stale lists still print on one page', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const name =
    'CONSORCIO INTERNACIONAL DE INGENIERÍA, CONSTRUCCIÓN Y SERVICIOS GENERALES DEL SUR ANDINO SOCIEDAD ANÓNIMA CERRADA'
  await page.route('**/api/health', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { datasets: Record<string, { cargado: string }> } }
    for (const list of Object.values(body.data.datasets))
      Object.assign(list, { antiguedadHoras: 9_000, revisado: list.cargado, atrasado: true })
    await route.fulfill({ response: reply, json: body })
  })
  await page.reload()
  const match = (at: number) => ({
    ...{ nombre: `${name} ${at}`, fuente: 'US', programa: 'SDGT] [IFSR] [IRAN-EO13902', tipo: 'entity' },
    ...{ coincidencia: at === 0 ? 'exacto' : 'parcial', puntaje: 100 - at, referencia: String(at) },
  })
  const many = <One>(count: number, one: (at: number) => One): One[] =>
    Array.from({ length: count }, (_, at) => one(at))
  await answered(page, (data) => {
    data.razonSocial = name
    const { registro, padrones, sanciones, judicial, listas, vinculados } = data.partes as Record<
      string,
      Record<string, unknown>
    >
    Object.assign(registro?.ficha as object, {
      razonSocial: name,
      condicion: 'NO HALLADO SE MUDO DE DOMICILIO',
      direccion: `AV. ${name} NRO. 12345 INT. 1203 URB. ${name}`,
      tipo: 'SOCIEDAD COMERCIAL DE RESPONSABILIDAD LIMITADA',
    })
    const estado = 'hallazgo'
    Object.assign(padrones as object, {
      estado,
      hallazgos: many(2, () => ({
        ...{ padron: 'Sujetos sin capacidad operativa (SSCO)', desde: '2026-07-31', hasta: '2026-08-31' },
        resolucion: 'Resolución de Intendencia N.º 024-024-0000001/SUNAT',
      })),
    })
    Object.assign(sanciones as object, {
      estado,
      hallazgos: many(9, (at) => ({
        ...{ ruc: '20000000125', razonSocial: name, tipo: 'Temporal', resolucion: `0${at}88-2026-TCP-S1` },
        ...{ periodo: '60 MESES', desde: '2026-06-01', hasta: '2031-06-01' },
        infraccion: 'Presentar documentos falsos o adulterados a las Entidades. '.repeat(12),
      })),
    })
    Object.assign(judicial as object, {
      estado,
      hallazgos: many(5, (at) => ({
        ...{ documento: '20000000125', nombre: name, organo: `SALA PENAL ${at} DE ${name}`, resolucion: 's/n' },
        ...{ desde: '2027-06-01', hasta: '2023-06-01', fechasContradictorias: true },
      })),
    })
    Object.assign(listas as object, { estado, hallazgos: many(12, match) })
    Object.assign(vinculados as object, {
      estado,
      hallazgos: many(8, () => ({
        ...{ nombre: name, roles: ['socio', 'representante', 'organo'], cargo: 'PRESIDENTE DEL DIRECTORIO' },
        ...{ tipoDocumento: 'X', documento: '***00174', coincidencias: many(9, match) },
      })),
    })
    data.resumen.hallazgos = 34
  })
  await askFor(tab, '20000000125')
  await summary(page).filter({ hasText: '34 hallazgos' }).waitFor()
  await page.getByText('Y 7 coincidencias más en Revisar.').waitFor()
  await page.locator('#listas').getByText('Lista ONU sin actualizar desde').waitFor()
  await page.locator('#judicial').getByText('Órdenes judiciales sin actualizar').waitFor()
  await checkLooks(tab, 'long names')
  assert.equal(await printedPages(page), 1)
})

test('the history of the register is drawn and told, on request, by keyboard', async () => {
  const tab = await open('/proveedor')
  const { page } = tab
  const changed = {
    ...{ razonSocial: 'COMERCIAL EJEMPLO - LIMA S.A.C.', ubigeo: '150131', direccion: 'AV. LAS FLORES NRO. 123' },
    ...{ fuente: 'taxauth-scraper', grano: 'dia', estado: 'ACTIVO' },
  }
  const asked: string[] = []
  let last = ''
  await page.route('**/api/ruc/historia?**', async (route) => {
    asked.push(route.request().url())
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { desde: string; hasta: string; periodos: object[] } }
    last = body.data.hasta
    body.data.desde = '2026-01-05'
    body.data.periodos = [
      { ...changed, desde: '2026-06-01', hasta: null, condicion: 'HABIDO', cambios: ['condicion'] },
      { ...changed, desde: '2026-03-02', hasta: '2026-05-04', condicion: 'NO HABIDO', cambios: ['condicion'] },
      { ...changed, desde: '2026-01-05', hasta: '2026-03-01', condicion: 'HABIDO', cambios: [] },
    ]
    await route.fulfill({ response: reply, json: body })
  })
  await askFor(tab, '20000000125')
  const card = page.locator('#historia')
  await card.getByText('cuesta una unidad').waitFor()
  assert.deepEqual(asked, [])
  await card.getByRole('button', { name: 'Ver la historia' }).press('Enter')
  await card.getByText('3 periodos entre las ediciones del 05/01/2026').waitFor()
  assert.equal(await card.locator('.timeline rect').count(), 3)
  assert.deepEqual(await card.locator('tbody td[data-head="Qué cambió"]').allTextContents(), [
    ...['condición', 'condición', 'lo primero que se conoce'],
  ])
  await card.getByText(`La última edición, del ${last.split('-').reverse().join('/')}, dice ACTIVO, HABIDO.`).waitFor()
  // The history is asked for once, whatever day is asked about.
  const day = page.getByRole('textbox', { name: 'Fecha' })
  for (const [typed, words] of [
    ['03/04/2026', 'Así constaba el 03/04/2026: ACTIVO, NO HABIDO, ediciones del 02/03/2026 al 04/05/2026.'],
    [
      '10/05/2026',
      'Entre dos ediciones que difieren: la del 04/05/2026 dice ACTIVO, NO HABIDO; la del 01/06/2026 dice',
    ],
    ['01/12/2025', 'Nuestra historia empieza el 05/01/2026: no se sabe cómo constaba el 01/12/2025.'],
  ] as const) {
    await day.fill(typed)
    await day.press('Enter')
    await card.getByText(words).waitFor()
  }
  assert.equal(asked.length, 1)
  await checkLooks(tab, 'history')
  assert.equal(await printedPages(page), 1)
  // Rows are reached by the keyboard.
  await card.locator('tbody tr').first().focus()
  await page.keyboard.press('ArrowDown')
  assert.match(String(await page.evaluate('document.activeElement.textContent')), /NO HABIDO/)
})
