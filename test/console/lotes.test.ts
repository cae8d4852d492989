import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { sheetOf, workbookOf } from '../../src/batches/fixtures/files.ts'
import { sampleBatch } from '../../src/batches/sample-batch.ts'
import { until } from '../helpers/until.ts'
import { checkLooks, checkPrivacy, drawn, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()
const SAMPLE = { name: 'lote.csv', mimeType: 'text/csv', buffer: await sampleBatch('csv') }
const PEOPLE = ['Chuquipoma', 'Bolkovenko', 'Salvatierra']

const csv = (text: string, name = 'clientes.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Chooses a file as a person with a keyboard does. */
const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
  // Listened for early: a chooser that opens before the browser is told to report it is lost.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  await (await chooser).setFiles(file)
}

const pressButton = async (page: Page, name: string | RegExp): Promise<void> => {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  await drawn({ page })
  await button.press('Enter')
}

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent') as Promise<string>

const saved = async (download: Download): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('the sample goes from upload to erasure with the keyboard alone', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  await page.getByText('Todavía no hay lotes.').waitFor()
  await checkLooks(tab, 'Subir')
  await choose(page, SAMPLE)
  await page.getByText('Se reconoció: nombre en «Nombre o razón social»').waitFor()
  assert.equal(await focused(page), 'Columnas')
  await page.getByText(/no se podrán? revisar/).waitFor()
  await page
    .getByText(/^Fila \d+: /)
    .first()
    .waitFor()
  await checkLooks(tab, 'Columnas y Costo')
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: /^20 filas: \d+ con coincidencia/ }).waitFor()
  assert.match(await focused(page), /^20 filas/)
  await page.getByText(/Ediciones OFAC \d\d\/\d\d\/\d{4} y ONU .* Se borrará solo el/).waitFor()
  await checkLooks(tab, 'Resultados')

  assert.equal(await page.getByRole('button', { name: /^Con coincidencia/ }).getAttribute('aria-pressed'), 'true')
  const hits = await page.locator('tbody tr').count()
  assert.equal(await page.getByRole('button', { name: `Con coincidencia ${hits}` }).count(), 1)
  await page.getByLabel('Buscar en las filas').fill('bolkovénko')
  assert.equal(await page.locator('tbody tr').count(), 1)
  await pressButton(page, 'Aristarj Bolkovenko')
  await page.getByRole('heading', { name: 'Fila 5: Aristarj Bolkovenko' }).waitFor()
  await page.getByText('No cuesta nada: la fila ya se pagó.').waitFor()
  await pressButton(page, 'Comparar palabra por palabra')
  await page.getByRole('columnheader', { name: 'En la lista' }).first().waitFor()
  await checkLooks(tab, 'fila abierta')
  await page.keyboard.press('Escape')
  await page.getByLabel('Buscar en las filas').waitFor()
  assert.equal(await focused(page), 'Aristarj Bolkovenko')
  await page.getByLabel('Buscar en las filas').fill('nadie se llama así')
  await page.getByText('Ninguna fila con ese filtro.').waitFor()
  await page.getByLabel('Buscar en las filas').fill('')
  await pressButton(page, /^No revisado/)
  assert.match((await page.locator('tbody tr').first().textContent()) ?? '', /No revisado/)

  for (const [format, check] of [
    ['CSV', (bytes: Buffer) => assert.match(bytes.toString(), /Código;.*;resultado;coincidencias;.*\n"?C-001/s)],
    ['XLSX', (bytes: Buffer) => assert.equal(bytes.subarray(0, 2).toString(), 'PK')],
    ['JSON', (bytes: Buffer) => assert.equal(JSON.parse(bytes.toString()).length, 20)],
  ] as const) {
    const started = page.waitForEvent('download')
    await pressButton(page, `Descargar ${format}`)
    const download = await started
    assert.equal(download.suggestedFilename(), `lote-revisado.${format.toLowerCase()}`)
    check(await saved(download))
  }
  await checkPrivacy(tab, PEOPLE, sandbox.key)

  await pressButton(page, 'Borrar ahora')
  await page.getByRole('heading', { name: '¿Borrar el lote?' }).waitFor()
  await page.keyboard.press('Escape')
  const { data: before } = await sandbox.client().lotes.listar()
  assert.equal(before.length, 1)
  await pressButton(page, 'Borrar ahora')
  await pressButton(page, 'Sí, borrar ahora')
  await page.getByText('Lote borrado.').waitFor()
  assert.deepEqual((await sandbox.client().lotes.listar()).data, [])
})

test('columns that are not recognised are chosen by the person, sheets too', async () => {
  const { page } = await open('/lotes')
  await choose(page, csv('Denominado;Clave\nEvaristo Zenobio Chuquipoma Tarquillo;1\nJuan Quispe Mamani;2\n'))
  await page.getByText('El archivo no tiene una columna con la cabecera').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Empezar' }).isDisabled())
  await page.getByLabel('Papel de la columna Denominado').selectOption('Nombre')
  await page.getByText('Se reconoció: nombre en «Denominado».').waitFor()
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: '2 filas: 1 con coincidencia y 1 sin coincidencias' }).waitFor()
  await page.getByRole('button', { name: 'Evaristo Zenobio Chuquipoma Tarquillo' }).waitFor()

  await page.getByRole('link', { name: 'Lotes' }).click()
  const row = (...cells: string[]) =>
    `<x:row>${cells.map((cell) => `<x:c t="inlineStr"><x:is><x:t>${cell}</x:t></x:is></x:c>`).join('')}</x:row>`
  const sheets = {
    Enero: row('nombre') + row('Ana Quispe'),
    Febrero: row('cliente') + row('Luz Ñahui') + row('Jan Meer'),
  }
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await choose(page, { name: 'libro.xlsx', mimeType, buffer: await workbookOf({ sheets }) })
  await page.getByText('Ana Quispe').waitFor()
  await page.getByLabel('Hoja del libro').selectOption('Febrero')
  await page.getByText('Luz Ñahui').waitFor()
  await page.getByText('nombre en «cliente»').waitFor()
  await page.getByLabel('Qué se revisa').selectOption('Padrón')
  await page.getByText('El archivo no tiene una columna con la cabecera «ruc»').waitFor()
})

test('of many columns the recognised ones are in view, and Esc loses no correction', async () => {
  const tab = await open('/lotes', { context: { viewport: { width: 390, height: 844 } } })
  const { page } = tab
  const heads = Array.from({ length: 50 }, (_, at) => ({ 29: 'nombre', 44: 'dni' })[at] ?? `dato ${at + 1}`)
  await choose(page, csv(`${heads.join(';')}\n${heads.map((_, at) => `v${at + 1}`).join(';')}\n`))
  await page.getByText('Las columnas reconocidas van primero').waitFor()
  const order = ['nombre', 'dni', ...heads.filter((head) => head.startsWith('dato'))]
  const shownNames = async () =>
    (await page.locator('.preview-name').allTextContents()).map((text) => text.replace(/^[A-Z]+ · /, ''))
  assert.deepEqual(await shownNames(), order)
  assert.equal(await page.locator('.preview-name').first().textContent(), 'AD · nombre')
  const cells = await page.locator('.preview tbody td').allTextContents()
  assert.deepEqual([cells.slice(0, 4), cells.length], [['2', 'v30', 'v45', 'v1'], 51])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const box = await page.locator('.preview-name').first().boundingBox()
    assert.ok(box && box.x + box.width < width, `${width} px`)
  }
  await checkLooks(tab, 'muchas columnas')
  await page.getByLabel('Papel de la columna dato 1', { exact: true }).selectOption('Referencia')
  await page.getByText('referencia en «dato 1»').waitFor()
  assert.deepEqual(await shownNames(), order)
  await page.getByRole('heading', { name: 'Columnas' }).press('Escape')
  await page.getByText('referencia en «dato 1»').waitFor()
})

test('results name what was asked about, whatever other columns are called', async () => {
  const { page } = await open('/lotes')
  const rows = ['Luz Ñahui,Evaristo Zenobio Chuquipoma Tarquillo,20000000125', 'Jan Meer,,20000000125']
  await choose(page, csv(`nombre del producto,razon social,ruc\n${rows.join('\n')}\n`))
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: /^2 filas/ }).waitFor()
  await pressButton(page, /^Todas/)
  const empty = page.locator('tbody tr').nth(1)
  assert.match((await empty.textContent()) ?? '', /\(sin nombre\)20000000125/)
  await pressButton(page, 'Evaristo Zenobio Chuquipoma Tarquillo')
  await pressButton(page, 'Comparar palabra por palabra')
  await page.getByText('Se preguntó por «Evaristo Zenobio Chuquipoma Tarquillo» y documento 20000000125.').waitFor()

  await page.getByRole('link', { name: 'Lotes' }).click()
  await choose(page, csv('Cliente desde;Proveedor activo;Nombres y Apellidos\n2019;sí;Ana Quispe\n'))
  await pressButton(page, 'Empezar')
  await page.getByRole('button', { name: 'Ana Quispe' }).waitFor()
})

test('rows of one surname, and those whose names a birth left out, are not plainly clear', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  const rows = ['Quispe;', 'Evaristo Chuquipoma Tarquiyo;1990', 'ANA MU?OZ;', 'Juan Quispe Mamani;']
  await choose(page, csv(`nombre;nacimiento\n${rows.join('\n')}\n`))
  await pressButton(page, 'Empezar')
  await page
    .getByRole('heading', { name: '4 filas: 0 con coincidencia, 2 sin coincidencias y 2 no revisadas' })
    .waitFor()
  const row = async (at: number): Promise<string> => (await page.locator('tbody tr').nth(at).textContent()) ?? ''
  assert.match(await row(0), /No revisado.*un solo apellido/)
  assert.match(await row(1), /Sin coincidencias.*nacimiento distinto/)
  assert.match(await row(2), /No revisado/)
  assert.match(await row(3), /Sin coincidencias$/)
  assert.equal(await page.locator('.verdict-noted').count(), 1)
  await checkLooks(tab, 'filas con reserva')
  await pressButton(page, 'Evaristo Chuquipoma Tarquiyo')
  await pressButton(page, 'Comparar palabra por palabra')
  await page.getByText('1 nombre parecido quedó fuera por la fecha de nacimiento.').waitFor()
  await page.getByText('Ver 1 nombre que quedó fuera').click()
  await page.getByText(/OFAC n\.º 90001: nacimiento distinto: /).waitFor()
})

test('a file without a header loses no row unseen', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  const [first, second] = ['Evaristo Zenobio Chuquipoma Tarquillo', 'Juan Quispe Mamani']
  await page.route('**/api/lotes/vista?*sinCabecera=*', async (route) => {
    const roles = new URL(route.request().url()).searchParams
    const isNamed = roles.get('columnaNombre') === 'Columna 1'
    const columnas = ['Columna 1', 'Columna 2'].map((nombre, at) => ({
      nombre,
      papel: isNamed && at === 0 ? 'nombre' : null,
    }))
    const data = {
      ...{ formato: 'csv', hoja: null, hojas: [], filas: 2, columnas, problemas: [], unidades: 2 },
      ...{ hojasLeidas: [], hojasSinLeer: [], filasDeMuestra: [1, 2], filasDePie: 0 },
      ...{
        muestra: [
          [first, '1'],
          [second, '2'],
        ],
        unidadesDisponibles: 100,
      },
      falta: isNamed ? null : { campo: 'columnaNombre', mensaje: 'No hay una columna de nombres' },
    }
    await route.fulfill({ json: { ok: true, data } })
  })
  await choose(page, csv(`${first};1\n${second};2\n`))
  await page.getByText(`Cabecera: «${first}», «1». Esta fila no se revisa.`).waitFor()
  await page.getByLabel(`Papel de la columna ${first}`).selectOption('Nombre')
  await page.getByText(`Se reconoció: nombre en «${first}».`).waitFor()
  await page.getByText(`Cabecera: «${first}», «1». Esta fila no se revisa.`).waitFor()
  await page.getByLabel('La primera fila ya es un dato (el archivo no tiene cabecera)').press('Space')
  await page.getByRole('cell', { name: first }).waitFor()
  assert.equal(await page.getByText('Cabecera:').count(), 0)
  await checkLooks(tab, 'sin cabecera')
  await page.getByLabel('Papel de la columna Columna 1').selectOption('Nombre')
  await page.getByText('Se reconoció: nombre en «Columna 1».').waitFor()
  const started = page.waitForRequest(/api\/lotes\?/)
  await pressButton(page, 'Empezar')
  const { searchParams } = new URL((await started).url())
  assert.ok(['1', 'true'].includes(searchParams.get('sinCabecera') ?? ''))
  assert.equal(searchParams.get('columnaNombre'), 'Columna 1')
})

test('a file that cannot be read is told in a sentence, and another can be chosen', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  await choose(page, { name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n') })
  await page.locator('.message').first().waitFor()
  assert.match((await page.locator('.message').first().textContent()) ?? '', /PDF|CSV/)
  await checkLooks(tab, 'archivo ilegible')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Elegir archivo' }).waitFor()
  await page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['nombre\\nAna Quispe\\n'], 'soltado.csv'))
    dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  }`)
  await page.getByText('Ana Quispe').waitFor()
  await page.route('**/api/lotes?*', (route) => route.abort())
  await pressButton(page, 'Empezar')
  await page.getByText('Sin conexión con el servicio.').waitFor()
  await page.unroute('**/api/lotes?*')
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: '1 fila: 0 con coincidencia y 1 sin coincidencias' }).waitFor()
})

test('a list that is not loaded, or past its cadence, is told before the start', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  await page.getByRole('heading', { name: 'Sus lotes' }).waitFor()
  await page.route('**/api/health', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { datasets: Record<string, object> } }
    const { us, un } = body.data.datasets
    body.data.datasets.us = { ...us, cargado: null, antiguedadHoras: null }
    body.data.datasets.un = { ...un, revisado: null, antiguedadHoras: 60 }
    await route.fulfill({ response: reply, json: body })
  })
  await page.reload()
  await choose(page, SAMPLE)
  await page.getByText('Lista todavía sin cargar: no se puede revisar.').waitFor()
  await page.getByText('Lista OFAC sin cargar. Sus filas quedarían').waitFor()
  await page.getByText('Lista ONU sin actualizar desde hace 2 días').waitFor()
  await checkLooks(tab, 'lista sin cargar')
})

test('a batch under way shows its progress, is found again, and can be cancelled', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  let procesadas = 200
  await page.route(/\/api\/lotes\/[0-9a-f]{32}$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const reply = await route.fetch()
    const body = (await reply.json()) as { data?: object }
    procesadas += 100
    const data = { ...body.data, estado: 'procesando', filas: 10_000, procesadas, terminado: null }
    await route.fulfill({ response: reply, json: body.data ? { ...body, data } : body })
  })
  await choose(page, SAMPLE)
  await pressButton(page, 'Empezar')
  await page.getByText(/de 10,000 filas/).waitFor()
  await page.getByText(/filas por segundo/).waitFor()
  await page.getByText(/faltan? un/).waitFor()
  await checkLooks(tab, 'Progreso')
  await page.getByRole('link', { name: 'Lotes' }).click()
  await page.getByRole('heading', { name: 'Sus lotes' }).waitFor()
  await page.locator('[data-row]').first().waitFor()
  const rows = await page.locator('[data-row]').all()
  const named = await Promise.all(rows.map(async (one) => (await one.getAttribute('aria-label')) ?? ''))
  for (const one of named) assert.match(one, /, Listas de sanciones, [\d,]+ filas?, lote \w{6}$/)
  assert.equal(new Set(named).size, named.length)
  await page.keyboard.press('j')
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('Enter')
  await pressButton(page, 'Cancelar')
  await page.getByText('también lo ya revisado, que queda cobrado').waitFor()
  await pressButton(page, 'Sí, cancelar')
  await page.getByText('Lote cancelado y borrado.').waitFor()
  await page.goBack()
  await page.getByText('Este lote ya no existe: venció o fue borrado.').waitFor()
})

test('units that do not suffice are told before the start, and the rest is not checked', async () => {
  const key = await sandbox.makeKey('--quota', '3')
  const { page } = await open('/', { key })
  await page.getByRole('link', { name: 'Lote de muestra' }).click()
  await page.getByText('Las unidades no alcanzan: quedan 3 unidades').waitFor()
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: /17 no revisadas$/ }).waitFor()
  await page.getByText('no significa que no tengan coincidencias').waitFor()
  await page.getByRole('link', { name: 'Lotes' }).click()
  await choose(page, SAMPLE)
  await page.getByText(/Cuota agotada hasta el \d\d\/\d\d\/\d{4}\./).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Empezar' }).isDisabled())
})

test('ten thousand rows are shown a page at a time, and every kind has its words', async () => {
  const { page } = await open('/lotes')
  const lines = Array.from({ length: 10_000 }, (_, at) => `Cliente Inventado ${at}`)
  await choose(page, csv(`nombre\n${lines.join('\n')}\n`))
  await pressButton(page, 'Empezar')
  page.setDefaultTimeout(60_000)
  await page.getByRole('heading', { name: /^10,000 filas/ }).waitFor()
  assert.equal(await page.locator('tbody tr').count(), 50)
  await pressButton(page, 'Filas siguientes')
  await page.getByText('Filas 51 a 100 de 10,000').waitFor()
  await page.getByLabel('Buscar en las filas').fill('inventado 9999')
  await page.getByRole('button', { name: 'Cliente Inventado 9999' }).waitFor()
  assert.equal(await page.locator('tbody tr').count(), 1)

  for (const [kind, words] of [
    ['Padrón', /^20 filas: \d+ encontradas, .*no encontrada/],
    ['Lista de inhabilitados', /^20 filas: \d+ con coincidencia.* \d+ sin coincidencias/],
    ['Proveedor completo', /^20 filas: \d+ con coincidencia, .*no encontrada/],
  ] as const) {
    await page.getByRole('link', { name: 'Lotes' }).click()
    await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check()
    await choose(page, SAMPLE)
    await pressButton(page, 'Empezar')
    await page.getByRole('heading', { name: words }).waitFor()
  }
  await page.locator('[data-row]').first().click()
  await page.getByRole('link', { name: 'Ver la ficha del proveedor' }).waitFor()
})

test('columns without a title, totals and sheets that nobody read are told, and each can be chosen', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  const sheet = (name: string) => sheetOf([['Cooperativa'], ['Nro', '', 'Saldo'], [1, name, 2.5], ['TOTAL', '', 2.5]])
  const sheets = { Enero: sheet('Evaristo Zenobio Chuquipoma Tarquillo'), Febrero: sheet('Juan Quispe Mamani') }
  const name = 'cartera.xlsx'
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await choose(page, { name, mimeType, buffer: await workbookOf({ sheets }) })
  await page.getByText('Se lee solo la hoja «Enero». Hay datos que no se leen en «Febrero» (4 filas).').waitFor()
  await checkLooks(tab, 'hojas sin leer')
  await pressButton(page, 'Leer todas')
  await page.getByText('Se lee solo la hoja').waitFor({ state: 'detached' })
  await page.getByLabel('Papel de la columna B, sin título').selectOption('Nombre')
  await page.getByText('Se reconoció: nombre en la columna B.').waitFor()
  await page
    .getByText('2 filas de totales o pie de página quedan en el resultado sin consultarse y sin costo.')
    .waitFor()
  await checkLooks(tab, 'todas las hojas')
  await pressButton(page, 'Empezar')
  await page
    .getByRole('heading', { name: /^4 filas: 1 con coincidencia, 1 sin coincidencias y 2 no revisadas/ })
    .waitFor()
})

test('a row is compared with the values that the batch used, and leads on to Revisar and the certificate', async () => {
  const tab = await open('/lotes')
  const { page } = tab
  const rows = "Chuquipoma Tarquillo,Evaristo Zenobio,'07552116,8 de julio de 1957,PERUANA"
  await choose(page, csv(`Apellidos,Nombres,DNI,Fecha de nacimiento,Nacionalidad\n${rows}\n`))
  await page.getByLabel('Conservar').selectOption('1 año')
  await pressButton(page, 'Empezar')
  await page.getByRole('heading', { name: /^1 fila:/ }).waitFor()
  await pressButton(page, 'Evaristo Zenobio Chuquipoma Tarquillo')
  const { data: before } = await sandbox.client().uso()
  await pressButton(page, 'Comparar palabra por palabra')
  await page.getByText(/documento 07552116, nacimiento 08\/07\/1957 y país PE\./).waitFor()
  await page.getByRole('columnheader', { name: 'En la lista' }).first().waitFor()
  await checkLooks(tab, 'comparación de una fila')
  assert.equal((await sandbox.client().uso()).data.cuota.usadas, before.cuota.usadas)
  await pressButton(page, 'Constancia')
  await page.getByRole('button', { name: 'Descargar .jws' }).waitFor()
  await page.getByRole('link', { name: 'Abrir en Revisar' }).press('Enter')
  await page.getByRole('heading', { name: 'Revisar un nombre o un documento' }).waitFor()
  assert.equal(await page.getByLabel('Documento').inputValue(), '07552116')
  assert.equal(await page.getByLabel('Fecha de nacimiento').inputValue(), '08/07/1957')
})

test('a batch whose quota ended says so and goes on, and is compared with an earlier result', async () => {
  const key = await sandbox.makeKey('--quota', '3')
  const { lotes } = sandbox.client({ key })
  const names = ['Evaristo Zenobio Chuquipoma Tarquillo', 'Ana Quispe', 'Eva Quispe', 'Aristarj Bolkovenko']
  const file = (from: number): string =>
    `codigo,nombre\n${names
      .slice(from)
      .map((name, at) => `${at + from},${name}`)
      .join('\n')}\n`
  const { data: earlier } = await lotes.crear(file(3), {
    tipo: 'aml',
    archivo: 'octubre.csv',
    columnaReferencia: 'codigo',
  })
  await lotes.esperar(earlier.id, { cadaMs: 50 })
  const { data } = await lotes.crear(file(0), { tipo: 'aml', archivo: 'noviembre.csv', columnaReferencia: 'codigo' })
  await lotes.esperar(data.id, { cadaMs: 50 })
  const tab = await open('/lotes', { key })
  const { page } = tab
  await page.getByRole('button', { name: /^noviembre\.csv/ }).waitFor()
  await checkLooks(tab, 'Sus lotes')
  await pressButton(page, /^noviembre\.csv/)
  await page.getByText(/^La cuota se agotó\. 2 filas no se revisaron/).waitFor()
  await page.getByText(/^2 se pueden revisar todavía/).waitFor()
  await pressButton(page, /^No revisado/)
  await page.getByRole('button', { name: 'Aristarj Bolkovenko' }).waitFor()
  await checkLooks(tab, 'cuota agotada')
  await pressButton(page, 'Revisar solo lo no revisado')
  await page.getByText(/^Cuota agotada hasta el/).waitFor()

  await pressButton(page, 'Comparar con un resultado anterior')
  await page.getByRole('heading', { name: 'Comparar con un resultado anterior' }).waitFor()
  await page.getByLabel('Uno de sus lotes').selectOption({ index: 1 })
  await page.getByRole('heading', { name: /1 coincidencia nueva/ }).waitFor()
  await page.getByText(/Frente a octubre\.csv.* 1 fila está en los dos: 1 por su referencia\./).waitFor()
  await checkLooks(tab, 'cambios')
  const started = page.waitForEvent('download')
  await pressButton(page, 'Descargar CSV')
  const download = await started
  assert.equal(download.suggestedFilename(), 'cambios-noviembre.csv')
  assert.match((await saved(download)).toString(), /nueva,2,,0,Evaristo Zenobio/)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir un archivo de resultado' }).press('Enter')
  await (await chooser).setFiles(csv('nombre\nAna\n'))
  await page.getByText(/no es un resultado de un lote/).waitFor()
  await pressButton(page, 'Volver a los resultados')
  await page.getByRole('heading', { name: /^4 filas/ }).waitFor()

  // Two rows are checked before the page asks about the batch again: it shows the new result all the same.
  const { data: used } = await sandbox.client({ key }).uso()
  await sandbox.makeKey('--account', used.cuenta.id, '--quota', '50')
  await until(async () => (await lotes.vista(file(0), { tipo: 'aml' })).data.unidadesDisponibles > 0)
  await pressButton(page, 'Revisar solo lo no revisado')
  await page.getByRole('heading', { name: '4 filas: 2 con coincidencia y 2 sin coincidencias' }).waitFor()
})
