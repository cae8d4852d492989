import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Alerta, Chasqui } from '../../src/client/index.ts'
import { askUntil } from '../helpers/until.ts'
import { checkLooks, checkPrivacy, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()

const EVARISTO = 'Evaristo Zenobio Chuquipoma Tarquillo'
const MANY = 20

/** A key of a person with as many people under watch, all of them with an alert. */
const watching = async (names: readonly string[], ...options: string[]) => {
  const key = await sandbox.makeKey('--persona', 'Rosa Huamán', ...options)
  const client = sandbox.client({ key })
  for (const [at, nombre] of names.entries())
    await client.vigilancia.poner({ referencia: `C-${at + 1}`, tipo: 'persona', nombre })
  const open = await askUntil(
    () => alerts(client),
    ({ length }) => length >= names.length,
  )
  return { key, client, open }
}

const alerts = async (client: Chasqui, estado: Alerta['estado'] = 'abierta'): Promise<Alerta[]> =>
  (await client.vigilancia.alertas({ estado })).data

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('by keyboard alone twenty alerts are decided, one after the other, in less than two minutes', async () => {
  const { key, client } = await watching(Array.from({ length: MANY }, () => EVARISTO))
  const tab = await open('/alertas', { key })
  const { page } = tab
  const { keyboard } = page
  await page
    .getByRole('row', { name: new RegExp(EVARISTO) })
    .first()
    .waitFor()
  await checkLooks(tab, 'Alertas')
  const startMs = performance.now()
  await keyboard.press('j')
  await keyboard.press('Enter')
  await heading(page, EVARISTO).waitFor()
  for (let at = 1; at <= MANY; at++) {
    await page.getByText(`${at} de ${MANY}`).waitFor()
    await keyboard.press('d')
    await keyboard.press(String((at % 6) + 1))
    await keyboard.press('Enter')
  }
  await page.getByText('No queda ninguna por decidir.').waitFor()
  const tookMs = performance.now() - startMs
  assert.ok(tookMs < 120_000, `${tookMs} ms`)
  await page.getByText('No hay alertas por decidir.').waitFor()
  const dismissed = await alerts(client, 'descartada')
  assert.equal(dismissed.length, MANY)
  assert.deepEqual(new Set(dismissed.map(({ decisiones }) => decisiones[0]?.motivo)).size, 6)
  await checkPrivacy(tab, ['Evaristo', 'C-1'], key)
})

test('SHOTS', async () => {
  const { key, client, open: found } = await watching([EVARISTO, 'Evaristo Chuquipoma Tarquiyo', 'Zenobio Tarquillo'])
  await client.vigilancia.poner({
    referencia: 'P-1',
    tipo: 'empresa',
    nombre: 'Ejemplos del Sur EIRL',
    ruc: '20000003451',
  })
  await askUntil(
    () => alerts(client),
    ({ length }) => length >= 4,
  )
  const tab = await open('/alertas', { key })
  const { page } = tab
  const shot = async (name: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `/tmp/shots/${name}-${width}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await page
    .getByRole('row', { name: new RegExp(EVARISTO) })
    .first()
    .waitFor()
  await shot('alertas')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('1 de 4').waitFor()
  await page.keyboard.press('d')
  await page.keyboard.press('1')
  await shot('alerta')
  await page.keyboard.press('Enter')
  await page.getByText('2 de 4').waitFor()
  await shot('alerta2')
  await client.vigilancia.poner({ referencia: 'C-1', tipo: 'persona', nombre: EVARISTO, nacimiento: '1961' })
  await askUntil(
    () => client.vigilancia.alerta(found.find(({ sujeto }) => sujeto.referencia === 'C-1')!.id),
    ({ data }) => data.estado === 'abierta',
  )
  await page.keyboard.press('Escape')
  await page
    .getByRole('row', { name: new RegExp(EVARISTO) })
    .first()
    .waitFor()
  await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
  await page.getByText('Lo que cambió').waitFor()
  await shot('alerta-cambiada')
  await page.getByRole('link', { name: 'Vigilados' }).click()
  await page.getByText('Todos se revisaron').waitFor()
  await shot('vigilancia')
  await page.getByRole('button', { name: 'Poner bajo vigilancia' }).click()
  await page.getByLabel('Referencia').waitFor()
  await shot('vigilancia-nuevo')
  await page.goBack()
  await page.getByRole('button', { name: /Ejemplos/ }).click()
  await page.getByText('Bajo vigilancia desde').waitFor()
  await shot('vigilado')
  await page.getByRole('link', { name: 'Avisos' }).click()
  await page.getByText('Vigilado nuevo').first().waitFor()
  await page.getByRole('button', { name: 'Más' }).click()
  await shot('avisos')
  await page.getByRole('link', { name: 'Personas' }).click()
  await page.getByRole('button', { name: 'Páginas' }).isVisible()
  await shot('personas')
})
