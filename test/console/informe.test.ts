import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { askUntil } from '../helpers/until.ts'
import { checkLooks, checkPrivacy, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

test('the report of a period is seen, saved and certified, and dates that cannot be are refused', async () => {
  const key = await sandbox.makeKey('--persona', 'Rosa Huamán')
  const watch = sandbox.client({ key }).vigilancia
  await watch.poner({ referencia: 'C-1', tipo: 'persona', nombre: 'Evaristo Zenobio Chuquipoma Tarquillo' })
  const { data } = await askUntil(watch.alertas, ({ data: found }) => found.length > 0)
  await watch.decidir(data[0]?.id ?? '', { decision: 'descartada', motivo: 'otro_documento' })
  const tab = await open('/informe', { key })
  const { page } = tab
  // The sandbox stands on a day of its own; what happens in it happens now.
  const [day = '', month = '', year = ''] = (await page.evaluate(
    "new Date(Date.now() - 18e6).toISOString().slice(0, 10).split('-').reverse()",
  )) as string[]
  await page.getByLabel('Hasta').fill('31/02/2026')
  await page.keyboard.press('Enter')
  await page.getByText('Escriba una fecha real como 15/11/2026.').waitFor()
  await page.getByLabel('Desde').fill(`01/${month}/${year}`)
  await page.getByLabel('Hasta').fill(`${day}/${month}/${year}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Del 01/${month}/${year} al ${day}/${month}/${year}` }).waitFor()
  const moved = page.getByRole('region', { name: 'Movimientos' }).locator('tbody tr')
  await moved.getByText('Descartada por Rosa Huamán: otro documento').waitFor()
  assert.match((await moved.first().textContent()) ?? '', /Alerta nueva.*Evaristo.*\(C-1\).*CHUQUIPOMA/)
  await checkLooks(tab, 'Informe')
  await checkPrivacy(tab, ['Evaristo', 'C-1'], key)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV de movimientos' }).press('Enter')
  assert.match(await readFile(await (await started).path(), 'utf8'), /descartada.*Rosa Huamán/)
  await page.getByRole('button', { name: 'Constancia' }).press('Enter')
  const sheet = page.getByRole('article', { name: 'Constancia' })
  await sheet.getByText('Constancia de vigilancia').waitFor()
  await sheet.getByText(/^Del .*: 1 vigilado al final, \d rondas? de revisión\.$/).waitFor()
  assert.doesNotMatch((await sheet.textContent()) ?? '', /Evaristo/)
  await checkLooks(tab, 'a certified report')
})
