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
  await page.getByRole('link', { name: `Vigilancia (${MANY} alertas por decidir)` }).waitFor()
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

test('an alert that comes back says what changed, and shows the decision before with what was seen', async () => {
  const { key, client, open: found } = await watching([EVARISTO])
  const id = found[0]?.id ?? ''
  await client.vigilancia.decidir(id, { decision: 'descartada', motivo: 'otro', nota: 'Nació en Cusco' })
  await client.vigilancia.poner({ referencia: 'C-1', tipo: 'persona', nombre: EVARISTO, nacimiento: '1961' })
  await askUntil(
    () => alerts(client),
    ({ length }) => length > 0,
  )
  const tab = await open('/alertas', { key })
  const { page } = tab
  await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
  await page.getByRole('heading', { name: 'Lo que cambió desde la última decisión' }).waitFor()
  assert.match((await page.locator('.alert-changes dd').textContent()) ?? '', /^Ahora *1961$/)
  await page.getByText(/^Otro, según la nota: «Nació en Cusco»/).waitFor()
  await page.getByText('Lo que tenía a la vista').press('Enter')
  await page.getByText(/^Ediciones OFAC \d\d\/\d\d\/\d{4}, ONU .*; reglas \w+\.$/).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Comparación' }).count(), 2)
  await checkLooks(tab, 'an alert that changed')
  // Nothing is sent before all is chosen; the last reason needs words.
  const { keyboard } = page
  await page.getByRole('button', { name: /^Decidir/ }).press('Enter')
  await page.getByText('Elija qué decide.').waitFor()
  await keyboard.press('c')
  assert.equal(await page.getByRole('radio', { name: 'Otro documento' }).count(), 0)
  await keyboard.press('Enter')
  await page.getByText('Elija un motivo.').waitFor()
  await keyboard.press('7')
  await keyboard.press('Enter')
  await page.getByText('Explique el motivo en la nota.').waitFor()
  await keyboard.type('Lo reconoció')
  await keyboard.press('Enter')
  await page.getByText(`Confirmada: ${EVARISTO}. No queda ninguna por decidir.`).waitFor()
  await page.getByRole('button', { name: 'Confirmadas' }).press('Enter')
  await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
  await page.getByText('Confirmada desde').waitFor()
  await keyboard.press('d')
  await keyboard.press('1')
  await page.getByLabel('Vale hasta').fill('30/02/2027')
  await keyboard.press('Enter')
  await page.getByText('Escriba una fecha real como 15/11/2026.').waitFor()
  await page.getByLabel('Vale hasta').fill('15/11/2027')
  await keyboard.press('Enter')
  await page.getByText('El descarte vale hasta el 15/11/2027.').waitFor()
  await keyboard.press('Escape')
  await page.getByText('No hay alertas confirmadas.').waitFor()
})

test('where two people must decide, who proposed and what is missing is said, and the second one ends it', async () => {
  const { key, client } = await watching([EVARISTO])
  const account = (await client.uso()).data.cuenta.id
  const other = await sandbox.makeKey('--persona', 'Inés Quispe', '--account', account)
  await sandbox.run('accounts', 'set', account, '--cuatro-ojos', 'todo')
  const decide = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
    await heading(page, EVARISTO).waitFor()
    for (const one of ['d', '2', 'Enter']) await page.keyboard.press(one)
  }
  const first = (await open('/alertas', { key })).page
  await decide(first)
  await first.getByText(`Propuesta, falta otra persona: ${EVARISTO}. No queda ninguna por decidir.`).waitFor()
  await first.getByText('Propuesto por usted; falta otra persona').waitFor()
  const tab = await open('/alertas', { key: other })
  const { page } = tab
  await page.getByText('Propuesto por Rosa Huamán; falta otra persona').waitFor()
  await decide(page)
  await page.getByText(`Descartada: ${EVARISTO}.`).waitFor()
  const [alert] = await alerts(client, 'descartada')
  assert.deepEqual(
    [alert?.decisiones.at(-1)?.persona, alert?.decisiones.at(-1)?.confirma],
    ['Inés Quispe', 'Rosa Huamán'],
  )
  await page.getByRole('button', { name: 'Descartadas' }).press('Enter')
  await page.getByRole('button', { name: new RegExp(EVARISTO) }).press('Enter')
  await page.getByText('por Inés Quispe y Rosa Huamán').waitFor()
})

test('a key of nobody sees an alert of the register, and is told why it cannot decide', async () => {
  const key = await sandbox.makeKey()
  const client = sandbox.client({ key })
  await client.vigilancia.poner({ referencia: 'P-1', tipo: 'empresa', nombre: 'Ejemplos del Sur', ruc: '20000003451' })
  await askUntil(
    () => alerts(client),
    ({ length }) => length > 0,
  )
  const tab = await open('/alertas', { key })
  const { page } = tab
  await page.getByRole('button', { name: /Ejemplos del Sur/ }).press('Enter')
  await page.getByText('Esta clave no es de una persona').waitFor()
  await page.getByText('NO HALLADO SE MUDO DE DOMICILIO').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Decidir/ }).count(), 0)
  await checkLooks(tab, 'an alert of the register')
})
