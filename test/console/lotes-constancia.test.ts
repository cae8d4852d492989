import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findCertificates } from '../../src/client/index.ts'
import { checkLooks, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()
const client = sandbox.client()
const FILE = 'Cliente;Ref\nEvaristo Zenobio Chuquipoma Tarquillo;A\nJuan Quispe Mamani;B\n'

test('a batch has a certificate, and a file at hand is compared with it', async () => {
  const archivo = new File([FILE], 'clientes noviembre.csv')
  const { data: batch } = await client.lotes.crear(archivo, { tipo: 'aml' })
  await client.lotes.esperar(batch.id)
  const tab = await open('/lotes')
  const { page } = tab
  await page.getByRole('table').getByRole('button').first().press('Enter')
  await page.getByRole('button', { name: 'Constancia' }).press('Enter')
  const sheet = page.getByRole('article', { name: 'Constancia' })
  for (const words of ['Constancia de un lote', 'clientes noviembre.csv', '2 filas: 1 con coincidencia', 'OFAC'])
    await sheet.getByText(words).first().waitFor()
  await page.getByText('No consumió unidades').waitFor()
  await sheet.getByRole('img', { name: /^Código QR/ }).waitFor()
  await checkLooks(tab, 'constancia de un lote')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).press('Enter'),
  ])
  assert.match(saved.suggestedFilename(), /^constancia-clientes-noviembre-\d{4}-\d\d-\d\d\.pdf$/)
  const pdf = readFileSync(await saved.path())
  assert.equal((await findCertificates(pdf)).length, 1)

  const verified = await open('/constancia', { key: null })
  const choose = async (button: string, name: string, buffer: Buffer): Promise<void> => {
    const chooser = verified.page.waitForEvent('filechooser')
    await verified.page.getByRole('button', { name: button }).press('Enter')
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer })
  }
  await choose('Elegir archivo', 'constancia.pdf', pdf)
  await verified.page.getByRole('heading', { name: /^Constancia válida/ }).waitFor()
  const result = Buffer.from(await client.lotes.resultado(batch.id, { formato: 'xlsx' }))
  for (const [content, words] of [
    [Buffer.from(FILE), 'uno.csv es el archivo que se subió, sin ningún cambio.'],
    [result, 'uno.csv es el resultado en XLSX, sin ningún cambio.'],
    [Buffer.from(`${FILE} `), 'uno.csv no es ninguno de los archivos de esta constancia'],
  ] as const) {
    await choose('Comparar un archivo', 'uno.csv', content)
    await verified.page.getByText(words).waitFor()
  }
  await checkLooks(verified, 'archivo comparado')
})
