// `npm run screenshots [NAME…]`: pictures of the console over the sandbox, at both widths, light and dark, into `screenshots/`.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/engines/chromium.ts'
import { buildConsole } from './build-console.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARGET = join(ROOT, 'screenshots')
const TODAY = '2026-11-13'

/** What each picture shows: a page with a question, and what is done there. */
interface Picture {
  path: string
  question?: Record<string, string>
  act?(page: Page): Promise<unknown>
}

/** The sample, uploaded and run. */
const runSample = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.locator('.result-rows').waitFor()
}

const PICTURES: Readonly<Record<string, Picture>> = {
  inicio: { path: '/' },
  lotes: { path: '/lotes' },
  'lotes-columnas': {
    path: '/lotes',
    question: { muestra: 'csv' },
    act: (page) => page.getByText('Se reconoció').waitFor(),
  },
  'lotes-resultados': { path: '/lotes', question: { muestra: 'csv' }, act: runSample },
  'lotes-fila': {
    path: '/lotes',
    question: { muestra: 'csv' },
    act: async (page) => {
      await runSample(page)
      await page.getByRole('button', { name: 'Aristarj Bolkovenko' }).click()
      await page.getByRole('button', { name: 'Comparar palabra por palabra' }).click()
      await page.getByRole('columnheader', { name: 'En la lista' }).first().waitFor()
    },
  },
  constancia: { path: '/constancia' },
  revisar: { path: '/revisar', question: { nombre: 'Aristarj Bolkovenko' } },
  'revisar-comparacion': {
    path: '/revisar',
    question: {
      nombre: 'Evaristo Zenobio Chuquipoma Tarquillo',
      nacimiento: '1990',
      pais: 'Perú',
      documento: '00000175',
      abierta: '0',
    },
  },
  'revisar-parecida': {
    path: '/revisar',
    question: { nombre: 'Evaristo Chuquipoma Tarquiyo', abierta: '0' },
  },
  'revisar-constancia': {
    path: '/revisar',
    question: { nombre: 'Inversiones Laguna Negra de Pacayzapa', tipo: 'empresa' },
    act: (page) =>
      page
        .getByRole('button', { name: 'Constancia' })
        .click()
        .then(() => page.locator('.sheet').waitFor()),
  },
  'revisar-sin-coincidencias': { path: '/revisar', question: { nombre: 'Juan Quispe Mamani' } },
  'revisar-un-apellido': { path: '/revisar', question: { nombre: 'Quispe' } },
  'revisar-descartada': {
    path: '/revisar',
    question: { nombre: 'Evaristo Chuquipoma Tarquiyo', nacimiento: '1990', nombradas: '1' },
  },
  'revisar-documento': { path: '/revisar', question: { nombre: 'Juan Quispe Mamani', documento: '00000174' } },
  'revisar-titulares': {
    path: '/revisar',
    question: { nombre: 'Perez Rojas Juan Y/O Evaristo Zenobio Chuquipoma Tarquillo' },
  },
  'otra-clave': {
    path: '/',
    act: (page) =>
      page.evaluate("location.hash = 'clave=chq_test_0123456789'").then(() => page.getByText('no es válida').waitFor()),
  },
  proveedor: { path: '/proveedor', question: { ruc: '20000000125' } },
  'proveedor-inhabilitado': { path: '/proveedor', question: { ruc: '20000006786' } },
  'proveedor-vinculados': { path: '/proveedor', question: { ruc: '20000007774' } },
  'personas-dni': { path: '/personas', question: { dni: '00000174', listas: '1' } },
  personas: { path: '/personas', question: { nombre: 'SALVATIERRA PUMAYALLI JUAN CARLOS' } },
  vehiculo: { path: '/vehiculo', question: { placa: 'ABC123' } },
  'tipo-cambio': { path: '/tipo-cambio', question: { mes: '2026-10' } },
  'tipo-cambio-dia': { path: '/tipo-cambio', question: { fecha: '2026-11-08' } },
  indicadores: { path: '/indicadores', question: { codigo: 'inflacion' } },
  'indicadores-buscar': { path: '/indicadores', question: { buscar: 'tipo de cambio' } },
  estado: { path: '/estado' },
  uso: { path: '/uso' },
}

const startSandbox = async (dataDir: string): Promise<{ address: string; stop(): void }> => {
  const env = {
    ...process.env,
    CHASQUI_PORT: '0',
    CHASQUI_WORKERS: '1',
    CHASQUI_TODAY: TODAY,
    CHASQUI_DATA_DIR: dataDir,
  }
  const child = spawn(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'serve', '--sandbox'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    const address = /Consola:\s+(http\S+)/.exec(printed)?.[1]
    if (address) return { address, stop: () => child.kill() }
  }
  throw new Error(`the sandbox ended: ${printed}`)
}

await buildConsole()
const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-pictures-'))
const { address, stop } = await startSandbox(dataDir)
const browser = await openBrowser()
try {
  mkdirSync(TARGET, { recursive: true })
  const wanted = process.argv.slice(2)
  for (const [name, { path, question, act }] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
        await page.goto(address)
        await page.evaluate(
          `history.replaceState({ question: ${JSON.stringify(question ?? null)} }, '', ${JSON.stringify(path)})`,
        )
        await page.reload({ waitUntil: 'networkidle' })
        await act?.(page)
        await page.screenshot({ path: join(TARGET, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        await page.close()
      }
    console.error(name)
  }
} finally {
  await browser.close()
  stop()
  rmSync(dataDir, { recursive: true, force: true })
}
