import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_ACCOUNT } from '../../src/kernel/upstream-failures.ts'
import { type ConsoleTab, checkLooks, checkPrivacy, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole({ CHASQUI_ADMIN_PORT: '0' })

const askFor = async ({ page }: ConsoleTab, label: string, text: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const focused = ({ page }: ConsoleTab) => page.evaluate('document.activeElement.textContent')

test('people of one name as a table by keys, the cut told, and a row opens the supplier', async () => {
  const tab = await open('/personas')
  const { page } = tab
  await askFor(tab, 'Nombre o DNI', 'Salvatierra Pumayalli Juan Carlos')
  await page.getByRole('heading', { name: 'Las primeras 20 personas' }).waitFor()
  assert.equal(await focused(tab), 'Las primeras 20 personas')
  await page.getByText('Hay más de 20 personas con ese nombre').waitFor()
  await page.getByText('Fuente: SUNAT, padrón reducido, edición').waitFor()
  assert.equal(await page.getByRole('row').count(), 21)
  await checkPrivacy(tab, ['Pumayalli'], sandbox.key)
  await checkLooks(tab, 'people')

  await page.getByText('También hay empresas con ese nombre.').waitFor()
  await page.getByRole('button', { name: 'Buscar empresas con este nombre' }).press('Enter')
  await page.getByRole('button', { name: 'JUAN CARLOS SALVATIERRA PUMAYALLI E.I.R.L.' }).waitFor()

  const rows = page.getByRole('button', { name: 'SALVATIERRA PUMAYALLI JUAN CARLOS', exact: true })
  await rows.first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'SALVATIERRA PUMAYALLI JUAN CARLOS' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/proveedor')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Las primeras 20 personas' }).waitFor()
})

test('a DNI gives one person, with or without RUC, and leads to Revisar', async () => {
  const tab = await open('/personas')
  const { page } = tab
  const field = page.getByRole('textbox', { name: 'Nombre o DNI' })
  await field.fill('00000201')
  await page.getByText('DNI: su titular').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '1 persona' }).waitFor()
  await page.getByRole('cell', { name: 'Sin RUC' }).waitFor()
  await page.getByText('Fuente: Directorio público de DNI').waitFor()
  await checkPrivacy(tab, ['00000201', 'PACHECO'], sandbox.key)
  await checkLooks(tab, 'one person')
  await page.getByRole('link', { name: 'Revisar este nombre' }).press('Enter')
  assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), 'PACHECO ÑAHUI LUZ MARINA')
})

test('a DNI of the search box is looked for on the lists too, and the page offers it', async () => {
  const tab = await open('/')
  const { page } = tab
  await page.locator('#consulta').fill('DNI 00.000.174')
  await page.getByText('DNI: persona y listas de sanciones').waitFor()
  await page.keyboard.press('Enter')
  const lists = page.getByRole('region', { name: 'Listas de sanciones' })
  await lists.getByText('Documento igual').waitFor()
  await lists.getByText('1 coincidencia, 1 exacta, 1 con el mismo documento.').waitFor()
  await checkLooks(tab, 'listed DNI')
  await checkPrivacy(tab, ['00000174', 'CHUQUIPOMA'], sandbox.key)

  await askFor(tab, 'Nombre o DNI', '00000201')
  await lists.getByRole('button', { name: 'Revisar este DNI en las listas' }).press('Enter')
  await lists.getByText('Sin coincidencias en las ediciones OFAC').waitFor()

  // What a sheet left of a DNI.
  await page.getByRole('link', { name: 'Inicio' }).click()
  await page.locator('#consulta').fill('0000174')
  await page.getByRole('button', { name: 'Buscar el DNI 00000174' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('tbody').getByText('Documento igual').waitFor()
})

test('a text that is neither is refused at the field, and nobody is said not to exist without proof', async () => {
  const tab = await open('/personas')
  const { page } = tab
  await askFor(tab, 'Nombre o DNI', '1234567')
  await page.getByText('Un DNI tiene 8 dígitos; aquí hay 7. No se consultó.').waitFor()
  await askFor(tab, 'Nombre o DNI', 'Nadie Se Llama Asi')
  await page.getByText(/No figura en el padrón, edición \d\d\/\d\d\/2026\./).waitFor()
  await page.getByText('Quien no tiene RUC solo se encuentra por DNI.').waitFor()
  await checkLooks(tab, 'nobody')
  await page.getByRole('button', { name: 'Buscar empresas con este nombre' }).press('Enter')
  await page.getByText('Ninguna empresa figura con ese nombre en el padrón.').waitFor()
  await askFor(tab, 'Nombre o DNI', '00000909')
  await page.getByText('Tampoco lo tienen las demás fuentes consultadas.').waitFor()

  await sandbox.breakSource('public-dni-directory', 'captcha')
  await askFor(tab, 'Nombre o DNI', '99000003')
  await page.getByText('La fuente pide una verificación. No se consultó y no consumió cuota.').waitFor()
  const states = page.getByRole('region', { name: 'Fuentes de esta consulta' })
  await states.getByText('Pide una verificación').waitFor()
  await checkLooks(tab, 'person, captcha')
  await sandbox.breakSource('public-dni-directory', '')
})

test('a printed page says what was asked, whose it is and when it was printed, and not how to press its rows', async () => {
  const tab = await open('/personas')
  const { page } = tab
  await askFor(tab, 'Nombre o DNI', 'SALVATIERRA PUMAYALLI JUAN')
  await page.getByText('Las primeras 20 personas').waitFor()
  assert.equal(await page.locator('.paper-head').isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Consultado: SALVATIERRA PUMAYALLI JUAN.').waitFor()
  await page.getByText(/^Chasqui · Personas · .+ · impreso el \d\d\/\d\d\/\d{4}, \d\d:\d\d \(Lima\)$/).waitFor()
  assert.equal(await page.getByText('Enter o un clic').isVisible(), false)
  assert.equal(await page.getByRole('table').isVisible(), true)
})

test('a policy in force by keyboard alone, with all its fields', async () => {
  const tab = await open('/vehiculo')
  const { page } = tab
  await askFor(tab, 'Placa', 'abc-123')
  await page.getByText(/^SOAT vigente hasta el \d\d\/\d\d\/202\d$/).waitFor()
  assert.equal(await focused(tab), 'Placa ABC123')
  assert.equal((await page.locator('.vehicle dt').count()) >= 8, true)
  await page.getByText('Fuente: APESEG, registro de SOAT').waitFor()
  await checkPrivacy(tab, ['ABC123', 'abc-123'], sandbox.key)
  await checkLooks(tab, 'policy')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Placa ABC123' }).waitFor({ state: 'detached' })
})

test('policies that do not cover today, plates without one, and sources that do not say', async () => {
  const tab = await open('/vehiculo')
  const { page } = tab
  for (const [plate, words] of [
    ['AB12', 'Una placa tiene 6 o 7 letras y números. No se consultó.'],
    ['VEN123', /^SOAT vencido el /],
    ['ANU123', /^SOAT anulado/],
    ['REN123', /^SOAT desde el /],
    ['NAD123', 'La placa NAD123 no tiene SOAT registrado.'],
    ['ERR123', 'La fuente no responde. No significa que no exista.'],
    ['CAP123', 'La fuente pide una verificación. No se consultó y no consumió cuota.'],
  ] as const) {
    await askFor(tab, 'Placa', plate)
    await page.getByText(words).first().waitFor()
  }
  await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  await checkLooks(tab, 'captcha')
  await page.goBack()
  await page.goBack()
  await page.getByText('La placa NAD123 no tiene SOAT registrado.').waitFor()
})

test('a source without credential is not configured, and asking again is not offered', async () => {
  const tab = await open('/vehiculo')
  const { page } = tab
  await page.route('**/api/soat*', (route) =>
    route.fulfill({ status: 503, json: { ok: false, error: { codigo: 'fuente_captcha', mensaje: NO_ACCOUNT } } }),
  )
  await askFor(tab, 'Placa', 'ABC123')
  await page.getByText('Esta instalación no tiene cuenta en la fuente.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reintentar' }).count(), 0)
  assert.equal(await page.getByText('verificación').count(), 0)
  await checkLooks(tab, 'not configured')
})

test('a spent quota is told with the day of the next one', async () => {
  const key = await sandbox.makeKey('--quota', '1')
  const tab = await open('/vehiculo', { key })
  await askFor(tab, 'Placa', 'ABC123')
  await tab.page.getByText(/^SOAT vigente/).waitFor()
  await askFor(tab, 'Placa', 'VEN123')
  await tab.page.getByText(/Cuota agotada hasta el \d\d\/\d\d\/202\d\./).waitFor()
})
