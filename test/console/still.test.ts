import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { sampleBatch } from '../../src/batches/sample-batch.ts'
import type { Lote } from '../../src/client/index.ts'
import { askUntil } from '../helpers/until.ts'
import { type ConsoleTab, closeTabs, layoutShift, openConsole } from './open-console.ts'

const { sandbox, open } = await openConsole()
const [{ data: batch }, { constancia = '' }] = await Promise.all([
  sandbox.client().lotes.crear(await sampleBatch('csv'), { tipo: 'aml' }),
  sandbox.client().aml({ nombre: 'Aristarj Bolkovenko', constancia: true }),
])
await sandbox.client().lotes.esperar(batch.id)
const watch = sandbox.client().vigilancia
const { data: subject } = await watch.poner({ referencia: 'C-1', tipo: 'persona', nombre: 'Aristarj Bolkovenko' })
const { data: alerts } = await askUntil(watch.alertas, ({ data }) => data.length > 0)

/** A page with a question, and the words that are there when all has been said. */
interface Shown {
  path: string
  question?: Record<string, string>
  /** Replies with this failure where the address has this text. */
  fails?: readonly [path: string, status: number, codigo: string]
  areListsStale?: boolean
  /** The batch goes on by a row each time it is asked about. */
  isUnderWay?: boolean
  done: string | RegExp
}

const ARISTARJ = { nombre: 'Aristarj Bolkovenko' }
const SUPPLIER = { ruc: '20000000125' }
const PEOPLE = { nombre: 'SALVATIERRA PUMAYALLI JUAN CARLOS', empresas: '1' }

const SHOWN: Readonly<Record<string, Shown>> = {
  Inicio: { path: '/', done: 'Lote de muestra' },
  Revisar: { path: '/revisar', question: ARISTARJ, done: /^Fuente: / },
  'Revisar, una coincidencia': { path: '/revisar', question: { ...ARISTARJ, abierta: '0' }, done: 'Otros nombres' },
  Proveedor: { path: '/proveedor', question: SUPPLIER, done: 'Abrir en Revisar' },
  'Proveedor, no hallado': { path: '/proveedor', question: { ruc: '20000003451' }, done: 'Abrir en Revisar' },
  Personas: { path: '/personas', question: PEOPLE, done: /^Fuente: .*padrón/ },
  Lotes: { path: '/lotes', done: 'Los más recientes primero' },
  'Lotes, columnas': { path: '/lotes', question: { muestra: 'csv' }, done: 'Solo se cobra lo que se revisa.' },
  'Lotes, progreso': { path: '/lotes', question: { lote: batch.id }, isUnderWay: true, done: /^falta/ },
  'Lotes, resultados': { path: '/lotes', question: { lote: batch.id }, done: 'Abra una para ver el detalle' },
  'Lotes, una fila': { path: '/lotes', question: { lote: batch.id, fila: '4' }, done: /^No cuesta nada: la fila/ },
  'Lotes, comparar': {
    path: '/lotes',
    question: { lote: batch.id, comparar: 'elegir' },
    done: /^El que descargó de aquí/,
  },
  Vigilancia: { path: '/vigilancia', done: 'Los que no se revisaron primero' },
  'Vigilancia, un vigilado': { path: '/vigilancia', question: { vigilado: subject.id }, done: 'Bajo vigilancia desde' },
  Alertas: { path: '/alertas', done: 'Abra una para compararla' },
  'Alertas, una': {
    path: '/alertas',
    question: { alerta: alerts[0]?.id ?? '' },
    done: 'Esta clave no es de una persona',
  },
  Informe: { path: '/informe', done: 'Movimientos' },
  Avisos: { path: '/avisos', done: 'Los más recientes primero' },
  'Tipo de cambio': { path: '/tipo-cambio', done: 'Copiar tabla' },
  'Tipo de cambio, un día': { path: '/tipo-cambio', question: { fecha: '2026-11-08' }, done: 'Copiar tabla' },
  Indicadores: { path: '/indicadores', question: { codigo: 'inflacion' }, done: 'Copiar tabla' },
  'Indicadores, series': { path: '/indicadores', question: { buscar: 'tipo de cambio' }, done: /^Fuente: / },
  Vehículo: { path: '/vehiculo', question: { placa: 'ABC123' }, done: /^Fuente: APESEG/ },
  Constancia: { path: '/constancia', done: /^Se verifica con/ },
  'Constancia, una válida': { path: '/constancia', question: { constancia }, done: 'Constancia válida' },
  Estado: { path: '/estado', done: 'Todo está bien' },
  Uso: { path: '/uso', done: /hasta el 01\/12\/2026/ },
  'Revisar, listas atrasadas': { path: '/revisar', question: ARISTARJ, areListsStale: true, done: /^Fuente: / },
  'Proveedor, listas atrasadas': {
    ...{ path: '/proveedor', question: SUPPLIER, areListsStale: true, done: 'Abrir en Revisar' },
  },
  'Proveedor, cuota agotada': {
    ...{ path: '/proveedor', question: SUPPLIER, fails: ['api/proveedor', 429, 'cuota_agotada'] },
    done: 'Cuota agotada',
  },
  'Personas, cuota agotada': {
    ...{ path: '/personas', question: PEOPLE, fails: ['api/', 429, 'cuota_agotada'], areListsStale: true },
    done: 'Cuota agotada',
  },
  'Tipo de cambio, sin fuente': {
    ...{ path: '/tipo-cambio', question: { fecha: '2026-11-08' } },
    ...{ fails: ['api/tipo-cambio', 503, 'fuente_captcha'], done: 'La fuente pide una verificación.' },
  },
}

/** The outline of an answer is there, if one is awaited. */
const OUTLINED = "document.querySelectorAll('.asking').length === document.querySelectorAll('.skeleton').length"
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Replies come one by one, the last question first, and each after the outlines were drawn: as slow as can be. */
const showSlowly = async (width: number, shown: Shown): Promise<ConsoleTab> => {
  const held: (() => void)[] = []
  let isHolding = true
  const before = async (page: Page): Promise<void> => {
    const state = JSON.stringify({ question: shown.question ?? null })
    await page.addInitScript(`history.state ?? history.replaceState(${state}, '', location.href)`)
    await page.route(/\/api\/|muestras|jwks/, async (route) => {
      if (isHolding) await new Promise<void>((release) => held.push(release))
      await reply(route, shown)
    })
  }
  const tab = await open(shown.path, { before, context: { viewport: { width, height: 844 } } })
  const done = tab.page.getByText(shown.done).last()
  while (!(await done.isVisible())) {
    if (await tab.page.evaluate(OUTLINED)) held.pop()?.()
    await tab.page.evaluate(DRAWN)
  }
  isHolding = false
  for (const release of held) release()
  await tab.page.evaluate(DRAWN)
  return tab
}

const UNDER_WAY = { estado: 'procesando', filas: 1_000 }
let rowsDone = 0

const reply = async (route: Route, { fails, areListsStale, isUnderWay }: Shown): Promise<void> => {
  const isReport = route.request().url().endsWith('/api/health')
  if (fails && !isReport && route.request().url().includes(fails[0])) {
    const [, status, codigo] = fails
    return route.fulfill({ status, json: { ok: false, error: { codigo, mensaje: 'No se pudo consultar' } } })
  }
  const response = await route.fetch()
  if (isUnderWay && route.request().url().endsWith(batch.id)) {
    const { data } = (await response.json()) as { data: Lote }
    return route.fulfill({ response, json: { ok: true, data: { ...data, ...UNDER_WAY, procesadas: rowsDone++ } } })
  }
  if (!isReport || !areListsStale) return route.fulfill({ response })
  const body = (await response.json()) as { data: { datasets: Record<string, { cargado: string }> } }
  for (const list of Object.values(body.data.datasets))
    Object.assign(list, { antiguedadHoras: 9_000, revisado: list.cargado, atrasado: true })
  await route.fulfill({ response, json: body })
}

/** Some words of a step or a number are wider than those before. */
const MOST_SHIFT = 0.01

for (const width of [390, 1280])
  test(`no page moves while its answers come slowly, at ${width} px`, async () => {
    // The tests of other pages look at them on a wide screen; what moves there most are the notes above an answer.
    const isWideOne = (path: string, { areListsStale = false }: Shown): boolean =>
      areListsStale || path.startsWith('Lotes')
    const shown = Object.entries(SHOWN).filter(([name, one]) => width < 800 || isWideOne(name, one))
    const left = [...shown]
    const moved: Record<string, number> = {}
    const next = async (): Promise<void> => {
      const [name, one] = left.shift() ?? []
      if (!name || !one) return
      const tab = await showSlowly(width, one)
      moved[name] = await layoutShift(tab)
      await closeTabs(tab.page.context())
      await next()
    }
    // Most of the time is spent waiting for outlines.
    await Promise.all([next(), next(), next()])
    assert.deepEqual(
      Object.entries(moved).filter(([, value]) => value >= MOST_SHIFT),
      [],
    )
    assert.equal(Object.keys(moved).length, shown.length)
  })
