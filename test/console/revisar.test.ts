import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compactVerify, importJWK, type JWK } from 'jose'
import type { Page, Route } from 'playwright-core'
import { checkLooks, checkPrivacy, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

const EVARISTO = 'Evaristo Zenobio Chuquipoma Tarquillo'

const screen = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label)
    if (label === 'Tipo') await field.selectOption({ label: value })
    else await field.fill(value)
  }
  await page.getByRole('button', { name: 'Revisar', exact: true }).click()
}

/** Answers screenings with a failure as the service would write it. */
const failing =
  (status: number, codigo: string, mensaje: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/json; charset=utf-8',
      json: { ok: false, error: { codigo, mensaje } },
    })

test('by keyboard alone: a name is screened, its hit opened, read word by word, and left again', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  const { keyboard } = page
  await page.getByLabel('Nombre o razón social').waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'nombre')
  await keyboard.type('Evaristo Chuquipoma Tarquiyo')
  for (const typed of ['Persona', '00000175', '1990', 'Perú']) {
    await keyboard.press('Tab')
    await keyboard.type(typed)
  }
  await keyboard.press('Tab')
  await keyboard.press('Shift+Tab')
  await page.getByLabel('Documento').fill('')
  await page.getByLabel('Fecha de nacimiento').fill('')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: '1 coincidencia, ninguna exacta' }).waitFor()
  await keyboard.press('j')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio')
  await checkLooks(tab, 'hits')
  await page.getByRole('button', { name: 'CHUQUIPOMA' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Comparación' }).waitFor()
  const lines = await page
    .locator('.comparison tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim()),
      ),
    )
  assert.deepEqual(lines, [
    ['CHUQUIPOMA', '=igual', 'CHUQUIPOMA', '+15.0'],
    ['TARQUIYO', '≈parecidasuena igual', 'TARQUILLO', '+14.2'],
    ['EVARISTO', '=igual', 'EVARISTO', '+9.4'],
    ['–', '−faltano está en lo consultado', 'ZENOBIO', '−4.5'],
    ['TipoPersona', '=igual', 'TipoPersona', '+1.0'],
    ['PaísPerú', '=igual', 'PaísPeru', '+6.0'],
  ])
  const link = page.getByRole('link', { name: /ver en el sitio de la OFAC/ })
  assert.match((await link.getAttribute('href')) ?? '', /id=90001$/)
  for (const fact of [
    'Entrada n.º 90001',
    'LE Number 00000174 (Peru)',
    'COMANDANTE ZURDO',
    'believed to travel by mule',
  ])
    assert.ok((await page.locator('main').textContent())?.includes(fact), fact)
  await checkLooks(tab, 'comparison')
  await checkPrivacy(tab, ['Chuquipoma', '00000174'], sandbox.key)
  await keyboard.press('Escape')
  await page.getByRole('heading', { name: '1 coincidencia' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio')
  await page.goBack()
  await page.getByRole('heading', { name: '1 coincidencia' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), '')
  await page.goForward()
  await page.getByRole('heading', { name: '1 coincidencia' }).waitFor()
  assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), 'Evaristo Chuquipoma Tarquiyo')
})

test('what contradicts a hit is said, and an exact name stays a hit', async () => {
  const tab = await open('/revisar')
  await screen(tab.page, {
    'Nombre o razón social': EVARISTO,
    'Fecha de nacimiento': '15/11/1990',
    Documento: '00 000 175',
  })
  await tab.page.getByRole('heading', { name: '1 coincidencia, 1 exacta' }).waitFor()
  await tab.page.getByRole('button', { name: 'CHUQUIPOMA' }).click()
  await tab.page.getByText('contradice').first().waitFor()
  assert.equal(await tab.page.getByText('contradice').count(), 2)
  await checkLooks(tab, 'contradiction')
})

test('none is told with the editions that were searched, and never as a verdict', async () => {
  const tab = await open('/revisar')
  await screen(tab.page, { 'Nombre o razón social': 'Juan Quispe Mamani' })
  await tab.page
    .getByText(/^Sin coincidencias en las ediciones OFAC \d\d\/\d\d\/2026 y ONU \d\d\/\d\d\/2026\.$/)
    .waitFor()
  assert.doesNotMatch((await tab.page.locator('main').textContent()) ?? '', /limpi|aprobad/i)
  await checkLooks(tab, 'none')
})

test('one surname, facts that left everybody out, and a document alone are never plainly clear', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  const head = page.locator('.result-head.tone-warn')
  const plain = page.getByText('Sin coincidencias')
  await screen(page, { 'Nombre o razón social': 'Quispe' })
  await head.getByText('Un solo apellido no basta para descartar a nadie: ninguna parte listada lo lleva.').waitFor()
  await head.getByText(/^Consultado en las ediciones OFAC \d\d\/\d\d\/2026 y ONU /).waitFor()
  assert.equal(await plain.count(), 0)
  await checkLooks(tab, 'thin')
  await page.getByRole('button', { name: 'Constancia' }).click()
  const sheet = page.getByRole('article', { name: 'Constancia' })
  await sheet.getByText('Un solo apellido no basta para descartar a nadie').waitFor()
  assert.equal(await plain.count(), 0)

  // Found or not, the word is told with those who have it.
  await screen(page, { 'Nombre o razón social': 'Bolkovenko' })
  await page.getByText('Un solo apellido no basta para descartar a nadie: 2 partes listadas lo llevan.').waitFor()
  await page.getByText('VOLKOVENKO, Aristarkh Dobrynich').first().waitFor({ state: 'attached' })

  await screen(page, { 'Nombre o razón social': 'Evaristo Chuquipoma Tarquiyo', 'Fecha de nacimiento': '1990' })
  await head.getByText('1 nombre parecido quedó fuera por la fecha de nacimiento.').waitFor()
  await page.getByText('Ver 1 nombre que quedó fuera').click()
  await page.getByText(/^CHUQUIPOMA TARQUILLO, Evaristo Zenobio – OFAC n\.º 90001: nacimiento distinto: /).waitFor()
  assert.equal(await plain.count(), 0)
  await checkLooks(tab, 'left out')
  await page.getByRole('button', { name: 'Constancia' }).click()
  await sheet.getByText('1 nombre parecido quedó fuera por la fecha de nacimiento.').waitFor()
  await sheet.getByText(/OFAC n\.º 90001: nacimiento distinto: /).waitFor()

  await screen(page, { 'Nombre o razón social': '', 'Fecha de nacimiento': '', Documento: '99.999.999' })
  await head.getByText(/^Ningún documento igual en las ediciones OFAC /).waitFor()
  await head.getByText('No se revisó ningún nombre: un documento solo no descarta a nadie.').waitFor()
  assert.equal(await plain.count(), 0)
  await screen(page, { Documento: '' })
  await page.getByText('Escriba un nombre o un documento.').waitFor()
})

test('a document finds its owner without a name, in the place of the name, and without its zeros', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  const loud = page.locator('tbody').getByText('Documento igual')
  for (const fields of [
    { Documento: '00 000 174' },
    { Documento: '00174' },
    { Documento: '', 'Nombre o razón social': 'DNI 00.000.174' },
    // Another name changes nothing.
    { Documento: '00000174', 'Nombre o razón social': 'Juan Quispe Mamani' },
  ]) {
    await screen(page, fields)
    await page.getByRole('heading', { name: '1 coincidencia, ' }).waitFor()
    await loud.waitFor()
    await page.getByRole('heading', { name: '1 con el mismo documento' }).waitFor()
    if (fields.Documento === '') assert.equal(await page.getByLabel('Documento').inputValue(), '00000174')
    if (fields.Documento === '') assert.equal(await page.getByLabel('Nombre o razón social').inputValue(), '')
    await page.getByRole('button', { name: 'Nueva consulta' }).click()
    await loud.waitFor({ state: 'detached' })
  }
  await page.goBack()
  await loud.waitFor()
  await checkLooks(tab, 'same document')
  await page.getByRole('button', { name: 'CHUQUIPOMA' }).click()
  await page.locator('.hit-head').getByText('Documento igual').waitFor()
  await checkLooks(tab, 'same document, open')
})

test('of several holders each hit says which one it is', async () => {
  const { page } = await open('/revisar')
  await screen(page, { 'Nombre o razón social': `Perez Rojas Juan Y/O ${EVARISTO}` })
  await page.getByText(`Se preguntó por cada titular: Perez Rojas Juan y ${EVARISTO}.`).waitFor()
  await page.locator('tbody').getByText(`Titular: ${EVARISTO}`).waitFor()
  await page.getByRole('button', { name: 'CHUQUIPOMA' }).click()
  await page.locator('.hit-head').getByText(`Titular: ${EVARISTO}`).waitFor()
})

test('a certificate of hits and of none is saved, copied and printed, and a foreign library verifies it', async () => {
  const tab = await open('/revisar', { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  const { page } = tab
  const { keys } = (await (await fetch(`${sandbox.url}/.well-known/jwks.json`)).json()) as { keys: JWK[] }
  for (const [name, words] of [
    [EVARISTO, '1 coincidencia, 1 exacta.'],
    ['Juan Quispe Mamani', 'Sin coincidencias en las ediciones OFAC'],
  ] as const) {
    await screen(page, { 'Nombre o razón social': name })
    await page.getByText(words.replace('.', '')).first().waitFor()
    await page.getByRole('button', { name: 'Constancia' }).click()
    const sheet = page.getByRole('article', { name: 'Constancia' })
    await sheet.getByText(words).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar .jws' }).click(),
    ])
    assert.match(
      download.suggestedFilename(),
      /^constancia-(?:evaristo|juan-quispe-mamani)[a-z-]*-\d{4}-\d\d-\d\d\.jws$/,
    )
    const jws = readFileSync(await download.path(), 'utf8')
    const { payload } = await compactVerify(jws, await importJWK(keys[0] as JWK, 'EdDSA'))
    assert.equal(JSON.parse(new TextDecoder().decode(payload)).consulta.nombre, name)
    await page.getByRole('button', { name: 'Copiar' }).click()
    await page.getByText('Copiado').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), jws)
    assert.match((await sheet.textContent()) ?? '', /SHA-256 [0-9a-f]{64}/)
  }
  await checkLooks(tab, 'certificate')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
  assert.equal(await page.locator('.bar').isVisible(), false)
  assert.equal(await page.locator('.sheet').isVisible(), true)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, 'one A4 page')
})

test('a hit has the certificate of its question, paid for once, and can be printed', async () => {
  const { page } = await open('/revisar')
  const certified: string[] = []
  page.on('request', (request) => void (request.url().includes('constancia=1') && certified.push(request.url())))
  await screen(page, { 'Nombre o razón social': EVARISTO })
  await page.getByRole('button', { name: 'CHUQUIPOMA TARQUILLO' }).press('Enter')
  await page.getByRole('button', { name: 'Constancia' }).press('Enter')
  const sheet = page.getByRole('article', { name: 'Constancia' })
  await sheet.getByText('Palabra por palabra').waitFor()
  for (const words of ['LE Number 00000174', 'COMANDANTE ZURDO', 'Código '])
    await sheet.getByText(words).first().waitFor()
  await page.getByRole('button', { name: 'Cerrar' }).press('Enter')
  assert.ok(await page.getByRole('button', { name: 'Imprimir' }).isVisible())
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '1 coincidencia' }).waitFor()
  await page.getByRole('button', { name: 'Constancia' }).press('Enter')
  await sheet.waitFor()
  assert.equal(certified.length, 1)
})

test('every failure is told in its own words, and none as "does not exist"', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  const rows = [
    [502, 'lista_no_cargada', 'Lista todavía sin cargar: no se puede revisar.', true],
    [502, 'fuente_no_disponible', 'La fuente no responde. No significa que no exista.', true],
    [503, 'fuente_captcha', 'La fuente pide una verificación. No se consultó y no consumió cuota.', true],
    [429, 'cuota_agotada', /^Cuota agotada hasta el \d\d\/\d\d\/20\d\d\./, false],
    [403, 'sin_permiso', 'Esta clave no puede usar esta consulta.', true],
    [500, 'error_interno', 'El servicio tuvo un problema. No se sabe la respuesta.', true],
  ] as const
  for (const [status, codigo, words, canRetry] of rows) {
    await page.route('**/api/aml?**', failing(status, codigo, 'otra cosa'))
    await screen(page, { 'Nombre o razón social': `Nadie ${codigo}` })
    await page.getByText(words).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reintentar' }).isVisible(), canRetry, codigo)
    if (codigo === 'lista_no_cargada') await checkLooks(tab, codigo)
    await page.unroute('**/api/aml?**')
  }
  await page.route('**/api/aml?**', (route) => route.abort())
  await screen(page, { 'Nombre o razón social': 'Juan Quispe Mamani' })
  await page.getByText('Sin conexión con el servicio.').waitFor()
  await page.unroute('**/api/aml?**')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText('Sin coincidencias en las ediciones').waitFor()
})

test('a quota that is spent says until when', async () => {
  const key = await sandbox.makeKey('--quota', '1')
  const { page } = await open('/revisar', { key })
  await screen(page, { 'Nombre o razón social': 'Juan Quispe Mamani' })
  await page.getByText('Sin coincidencias en las ediciones').waitFor()
  await screen(page, { 'Nombre o razón social': EVARISTO })
  await page.getByText('Cuota agotada hasta el 01/12/2026.').waitFor()
})

test('a key that is refused in the middle leads back to the form, with the reason', async () => {
  const { page } = await open('/revisar')
  await page.route('**/api/aml?**', failing(401, 'no_autenticado', 'Falta la clave'))
  await screen(page, { 'Nombre o razón social': EVARISTO })
  await page.getByText('La clave dejó de ser válida.').waitFor()
  await page.getByLabel('Clave de acceso').waitFor()
})

test('what cannot be asked is told at its field', async () => {
  const tab = await open('/revisar')
  await screen(tab.page, { 'Nombre o razón social': EVARISTO, Documento: 'a?' })
  await tab.page.getByText('Documento debe tener de 5 a 20 letras').waitFor()
  assert.equal(await tab.page.evaluate('document.activeElement.name'), 'documento')
  await screen(tab.page, { Documento: '', País: 'Atlántida' })
  await tab.page.locator('.field-error').waitFor()
  assert.equal(await tab.page.evaluate('document.activeElement.name'), 'pais')
  await checkLooks(tab, 'field error')
})

test('a stale list is noted above the result and in the bar', async () => {
  const tab = await open('/revisar', { key: null })
  const { page } = tab
  await page.route('**/api/health', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    if (!body.data) return route.fulfill({ response: reply })
    const { un } = body.data.datasets
    Object.assign(un, { antiguedadHoras: 80, atrasado: true, revisado: un.cargado })
    await route.fulfill({ response: reply, json: body })
  })
  await page.getByLabel('Clave de acceso').fill(sandbox.key)
  await page.keyboard.press('Enter')
  await page.getByText('Lista ONU de hace 3 días').first().waitFor()
  await screen(page, { 'Nombre o razón social': 'Juan Quispe Mamani' })
  await page.getByText(/^Lista ONU sin actualizar desde hace 3 días \(edición/).waitFor()
  await checkLooks(tab, 'stale')
})

test('a slow answer shows its outline, and nothing moves when it comes', async () => {
  const tab = await open('/revisar')
  const { page } = tab
  await page.route('**/api/aml?**', async (route) => {
    const reply = await route.fetch()
    await page.locator('.skeleton').waitFor()
    await route.fulfill({ response: reply })
  })
  await screen(page, { 'Nombre o razón social': EVARISTO })
  await page.getByText('Consultando…').waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: '1 coincidencia' }).waitFor()
  assert.ok((await layoutShift(tab)) < 0.01)
})
