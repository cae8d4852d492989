import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { HealthRespuesta } from '../../src/client/index.ts'
import { type ConsoleTab, checkLooks, checkPrivacy, goToMore, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

type Wire = Omit<HealthRespuesta, 'meta'>

/** Changes what the service says of itself. */
const changeHealth = async (tab: ConsoleTab, change: (health: Wire) => void): Promise<void> => {
  await tab.page.route('**/api/health', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as Wire
    change(body)
    await route.fulfill({ response: reply, json: body })
  })
}

test('an operator sees that all is well: lists, sources and the service', async () => {
  const tab = await open('/')
  const { page } = tab
  await page.getByRole('link', { name: 'Listas al día' }).click()
  await page.getByText('Todo está bien: listas al día y fuentes sin fallas.').waitFor()
  await page.getByText(/^Actualizado a las \d\d:\d\d:\d\d$/).waitFor()
  assert.equal(await page.locator('tbody tr', { hasText: 'Al día, comprobada hace' }).count(), 8)
  await page.getByText('Ensayo, con datos inventados').waitFor()
  await page.getByText('13/11/2026, fijada por un ajuste').waitFor()
  await checkLooks(tab, 'Estado')
  await checkPrivacy(tab, [], sandbox.key)
})

test('a source that asks for a captcha, a late list and one that is not loaded are named', async () => {
  const tab = await open('/estado')
  const { page } = tab
  await page.getByText('Todo está bien').waitFor()
  assert.ok((await layoutShift(tab)) < 0.01)
  await changeHealth(tab, ({ data: { datasets }, providers }) => {
    Object.assign(datasets.un ?? {}, {
      antiguedadHoras: 75,
      atrasado: true,
      revisado: datasets.un?.cargado,
      error: 'La lista llegó incompleta',
    })
    Object.assign(datasets.us ?? {}, {
      edicion: null,
      filas: null,
      descartadas: null,
      cargado: null,
      antiguedadHoras: null,
    })
    Object.assign(providers['insurance-registry'], { estado: 'bloqueado', captchaBlocked: true, circuito: 'cerrado' })
  })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByText('Lista OFAC sin cargar.').waitFor()
  await page.getByText('Lista ONU de hace 3 días: La lista llegó incompleta. Sigue').waitFor()
  await page.getByText('APESEG, registro de SOAT: pide una verificación. Se espera').waitFor()
  assert.match((await page.locator('tbody tr', { hasText: 'APESEG' }).textContent()) ?? '', /no, en pausa/)
  assert.equal(await page.getByText('Todo está bien').count(), 0)
  await checkLooks(tab, 'Estado with problems')
})

test('a copy is as old as its publisher says, or undated, and never up to date because it was read today', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  await page.getByRole('link', { name: 'Listas al día' }).waitFor()
  await changeHealth(tab, ({ data: { datasets } }) => {
    Object.assign(datasets.us ?? {}, { copia: true, publicado: null, edicion: '2026-11-12', antiguedadHoras: 0 })
    const error = 'Se lee de una copia publicada el 19/04/2025: ya debe de haber ediciones más nuevas'
    const old = { edicion: '2025-04-19', publicado: '2025-04-19', antiguedadHoras: 13_812, atrasado: true, error }
    Object.assign(datasets.un ?? {}, { copia: true, ...old })
  })
  await goToMore(page, 'Estado')
  await page.getByRole('link', { name: 'Lista ONU de hace 18 meses y 1 más' }).waitFor()
  const row = (name: string) => page.locator('tbody tr', { hasText: name }).first().textContent()
  assert.match((await row('Lista ONU')) ?? '', /Muy atrasada, de hace 18 meses.*19\/04\/2025.*se lee de un archivo/)
  assert.match((await row('Lista OFAC')) ?? '', /Sin fecha, de hoy.*sin fecha, copia del 12\/11\/2026/)
  await page.getByText('Lista OFAC sin fecha, copia del 12/11/2026: no se sabe si hay').waitFor()
  assert.equal(await page.getByText('Todo está bien').count(), 0)
  await checkLooks(tab, 'Estado with copies')
  await page.getByRole('link', { name: 'Revisar' }).click()
  await page.getByLabel('Nombre o razón social').fill('Juan Quispe Mamani')
  await page.keyboard.press('Enter')
  await page.getByText('Lista ONU de un archivo de hace 18 meses (edición 19/04/2025).').waitFor()
})

test('a list that is not configured is told calmly, one that failed is not', async () => {
  const tab = await open('/estado')
  const { page } = tab
  await page.getByText('Todo está bien').waitFor()
  const empty = { edicion: null, filas: null, descartadas: null, cargado: null, antiguedadHoras: null }
  await changeHealth(tab, ({ data: { datasets } }) => {
    Object.assign(datasets.us ?? {}, { ...empty, error: 'La lista llegó incompleta' })
    Object.assign(datasets.un ?? {}, { ...empty, configurado: false, error: 'Indique la dirección de la lista' })
    Object.assign(datasets.padron ?? {}, empty)
  })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByText('No configurada').waitFor()
  await page.getByRole('link', { name: 'Inicio' }).click()
  const cards = await page.locator('.list-card').allTextContents()
  assert.equal(cards[0], 'Lista OFACSin cargarLa lista llegó incompleta.')
  assert.equal(cards[1], 'Lista ONUNo configuradaEste servicio no usa esta lista')
  assert.equal(cards[3], 'PadrónTodavía sin cargarTodavía no se puede consultar')
  await checkLooks(tab, 'Inicio without lists')
})

test('Estado asks again by itself, quietly, and tells when the service is away', async () => {
  const tab = await open('/estado')
  const { page } = tab
  await page.clock.install()
  await page.reload()
  await page.getByText('Todo está bien').waitFor()
  await changeHealth(tab, ({ data }) => {
    data.version = '9.9.9'
  })
  await page.clock.fastForward(31_000)
  await page.getByText('9.9.9').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/health', (route) => route.abort())
  await page.getByRole('button', { name: 'Actualizar' }).click()
  // The client tries once more after a pause.
  await page.clock.runFor(10_000)
  await page.getByText('Sin conexión con el servicio. Se muestra lo último que se supo.').waitFor()
  await page.getByText('9.9.9').waitFor()
  assert.equal(await page.getByText('Todo está bien').count(), 0)
})

test('the account sees its quota, what was spent on what, and other months', async () => {
  const key = await sandbox.makeKey('--quota', '4')
  const client = sandbox.client({ key })
  await client.ruc('20000000125')
  await client.ruc('20000003451')
  await client.aml('Juan Quispe Mamani')
  const tab = await open('/uso', { key })
  const { page } = tab
  await page.getByText('Queda 1 unidad hasta el 01/12/2026.').waitFor()
  assert.ok((await layoutShift(tab)) < 0.01)
  assert.equal(await page.getByRole('meter', { name: 'Cuota usada' }).getAttribute('value'), '3')
  const rows = await page.locator('tbody tr').allTextContents()
  assert.deepEqual(rows, ['Contribuyente por RUC266.7 %', 'Revisión en listas de sanciones133.3 %'])
  await checkLooks(tab, 'Uso')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ])
  assert.match(readFileSync(await download.path(), 'utf8'), /2026-11,Contribuyente por RUC,2\r\n/)
  await page.getByRole('button', { name: 'Mes anterior' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Sin consumo en octubre de 2026.').waitFor()
  await page.getByText('Mes terminado: sobraron 4 unidades.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Noviembre de 2026' }).waitFor()
  await client.ruc('20000009017')
  await page.reload()
  await page.getByText('Cuota agotada hasta el 01/12/2026.').waitFor()
  await goToMore(page, 'Tipo de cambio')
  await page.getByText('Cuota agotada hasta el').waitFor()
  await checkLooks(tab, 'quota spent')
  await page.route('**/api/uso*', (route) => route.abort())
  await goToMore(page, 'Uso')
  await page.getByText('Sin conexión con el servicio.').waitFor()
})
