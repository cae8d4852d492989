import { seededRandom } from '../../sandbox/random.ts'
import type { Purchase } from '../../src/batches/fixtures/purchase-files.ts'
import type { PastRow, Step } from '../../src/datasets/padron/index.ts'
import { openTaxLists, type Stay, writeStays } from '../../src/datasets/tax-lists/tax-lists.ts'
import { addDays } from '../../src/domain/lima-time.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'
import { temporaryFolder } from './cleanup.ts'
import { EDITION, row } from './taxpayers.ts'

// Suppliers that change from edition to edition, and what must be said of a purchase from each of them on any day, by the
// words of the contract and nothing of the service.

export const TODAY = addDays(EDITION, 1)
const EDITIONS = [
  ...['2026-09-01', '2026-09-05', '2026-09-06', '2026-09-20', '2026-10-01', '2026-10-02', '2026-10-15', '2026-11-01'],
  EDITION,
]
/** Our first edition of the list of subjects without operating capacity. */
const SSCO_FIRST = '2026-09-03'

const STATES: readonly (readonly [estado: string, condicion: string] | null)[] = [
  ...([
    ['ACTIVO', 'HABIDO'],
    ['ACTIVO', 'HABIDO'],
    ['ACTIVO', 'HABIDO'],
    ['ACTIVO', 'PENDIENTE'],
  ] as const),
  ...([
    ['ACTIVO', 'NO HABIDO'],
    ['ACTIVO', 'NO HALLADO SE MUDO DE DOMICILIO'],
    ['BAJA DE OFICIO', 'HABIDO'],
  ] as const),
  ...([['SUSPENSION TEMPORAL', 'NO HABIDO'], null] as const),
]

const NOBODY = `2099999999${rucCheckDigit('2099999999')}`

interface Supplier {
  ruc: string
  /** What each edition says of it. */
  said: readonly (PastRow | null)[]
  /** Since when it is on the list, and the last edition with it and the first without it. */
  stay: { desde: string; salida: Stay['salida'] } | null
}

const supplierOf = (n: number): Supplier => {
  const random = seededRandom(n + 1)
  const ten = `20${String(n * 7 + 11).padStart(8, '0')}`
  const { numero: ruc, tipo: _, ...base } = row(`${ten}${rucCheckDigit(ten)}`, `PROVEEDOR ${n} S.A.C.`)
  let state = random.pick(STATES)
  let direccion = base.direccion
  const said = EDITIONS.map((): PastRow | null => {
    if (random.onceIn(4)) state = random.pick(STATES)
    if (random.onceIn(5)) direccion = `JR. NUEVO NRO. ${random.below(900)}`
    return state && { ...base, estado: state[0], condicion: state[1], direccion }
  })
  const desde = addDays('2026-08-20', random.below(85))
  const salida = random.onceIn(3) ? { ultima: addDays(desde, 9), ausente: addDays(desde, 16) } : null
  return { ruc, said, stay: random.onceIn(4) ? { desde, salida } : null }
}

const stepsOf = ({ said }: Supplier): Step[] =>
  said.flatMap((one, at) =>
    at > 0 && JSON.stringify(one) === JSON.stringify(said[at - 1]) ? [] : [{ desde: EDITIONS[at] as string, row: one }],
  )

const listsOf = async (stays: readonly Stay[], lists: readonly Stay['lista'][], edicion: string) => {
  const dir = temporaryFolder()
  await writeStays(dir, stays)
  const filas = stays.filter(({ salida }) => salida === null).length
  const listas = Object.fromEntries(lists.map((lista) => [lista, { filas, primera: SSCO_FIRST }]))
  const reader = await openTaxLists(dir, { edicion, filas, sha256: 'ab'.repeat(32), cargado: '', extra: { listas } })
  return { current: () => reader, read: <T>(use: (list: typeof reader) => T) => use(reader) }
}

export interface PurchaseWorld {
  suppliers: readonly Supplier[]
  past: Record<string, Step[]>
  agentes: Awaited<ReturnType<typeof listsOf>>
  ssco: Awaited<ReturnType<typeof listsOf>>
}

export const purchaseWorld = async (count: number): Promise<PurchaseWorld> => {
  const suppliers = Array.from({ length: count }, (_, n) => supplierOf(n))
  const listed = suppliers.flatMap(({ ruc, stay }): Stay[] =>
    stay ? [{ lista: 'sinCapacidadOperativa', ruc, resolucion: 'R', ...stay }] : [],
  )
  const agents = suppliers
    .filter((_, n) => n % 3 === 0)
    .map(({ ruc }): Stay => ({ lista: 'agenteRetencion', ruc, desde: '2026-10-01', resolucion: 'R', salida: null }))
  return {
    suppliers,
    past: {
      ...Object.fromEntries(suppliers.map((one) => [one.ruc, stepsOf(one)])),
      [NOBODY]: [{ desde: EDITIONS[0] as string, row: null }],
    },
    agentes: await listsOf(agents, ['agenteRetencion', 'buenContribuyente'], '2026-11-10'),
    ssco: await listsOf(listed, ['sinCapacidadOperativa'], '2026-11-12'),
  }
}

/** Purchases from any of them, and from nobody, on any day around what is known. */
export const purchasesOf = ({ suppliers }: PurchaseWorld, count: number): Purchase[] => {
  const random = seededRandom(count)
  return Array.from({ length: count }, (_, n) => ({
    fecha: addDays('2026-08-28', random.below(80)),
    documento: random.onceIn(40) ? NOBODY : random.pick(suppliers).ruc,
    ...{ tipo: '01', serie: 'F001', numero: String(n + 1), tipoDocumento: '6', nombre: `PROVEEDOR ${n}` },
    total: (random.below(1_000_00) / 100).toFixed(2),
    moneda: random.pick(['PEN', 'PEN', 'USD']),
  }))
}

const isObserved = (said: PastRow | null): boolean =>
  said === null || said.estado !== 'ACTIVO' || /^NO HA(?:BIDO|LLADO)/.test(said.condicion)

/** What must be said of a purchase. */
export const verdictOn = ({ suppliers }: PurchaseWorld, ruc: string, day: string): string => {
  const supplier = suppliers.find((one) => one.ruc === ruc)
  const { desde, salida } = supplier?.stay ?? { desde: '', salida: null }
  const wasListed = desde !== '' && desde <= day && (salida === null || day <= salida.ultima)
  if (wasListed || desde > day) return 'observado'
  const isUnknownList = day < SSCO_FIRST || (desde !== '' && salida !== null && day < salida.ausente)
  const at = EDITIONS.findLastIndex((edition) => edition <= day)
  if (at < 0) return 'no_revisado'
  const said = (edition: number) => supplier?.said[edition] ?? null
  const next = EDITIONS[at + 1]
  const isSure = day === EDITIONS[at] || day === (next && addDays(next, -1))
  const possible = isSure ? [said(at)] : [said(at), ...(next ? [said(at + 1)] : [])]
  // A day after the last edition may be like none of them.
  if (!isSure && next === undefined) return 'no_revisado'
  if (possible.every(isObserved)) return 'observado'
  if (possible.some(isObserved)) return 'no_revisado'
  return isUnknownList ? 'no_revisado' : 'sin_observaciones'
}
