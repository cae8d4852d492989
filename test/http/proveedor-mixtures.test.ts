/** Suppliers with every mixture of states and faults: each part says what is true of it, and of nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SUPPLIER_PARTS, type Supplier, type SupplierPart } from '../../src/domain/records.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'
import { openEndpoint } from '../helpers/endpoint-table.ts'
import {
  courtBansOf,
  type Fault,
  listed,
  person,
  relatedOf,
  sanction,
  sanctionsOf,
  screeningOf,
  sscoOf,
} from '../helpers/supplier-lists.ts'
import { row } from '../helpers/taxpayers.ts'

const SUPPLIERS = 200
const STATES = ['clean', 'finding', 'not loaded', 'away', 'slow', 'refused'] as const
type State = (typeof STATES)[number]
type Mixture = Record<SupplierPart, State> & { asked: readonly SupplierPart[] }

const state = fc.constantFrom(...STATES)
const mixture: fc.Arbitrary<Mixture> = fc.record({
  ...{ registro: state, padrones: state, sanciones: state, judicial: state, listas: state, vinculados: state },
  asked: fc.oneof(fc.constant([...SUPPLIER_PARTS]), fc.subarray([...SUPPLIER_PARTS], { minLength: 1 })),
})

/** Each state of each part at least once with all the others clean, and random ones. */
const mixtures = (): Mixture[] => {
  const all = Object.fromEntries(SUPPLIER_PARTS.map((part) => [part, 'clean'])) as Record<SupplierPart, State>
  const single = STATES.flatMap((one) =>
    Object.keys(all).map((part) => ({ ...all, [part]: one, asked: [...SUPPLIER_PARTS] }) as Mixture),
  )
  return [...single, ...fc.sample(mixture, SUPPLIERS - single.length)]
}

const rucOf = (n: number): string => {
  const ten = `20${String(5_000_000 + n).padStart(8, '0')}`
  return `${ten}${rucCheckDigit(ten)}`
}

const suppliers = mixtures().map((states, n) => ({ ruc: rucOf(n), states }))
type One = (typeof suppliers)[number]

/** Whose turn it is: the faults of the lists are its own. */
let current = suppliers[0] as One
const faultIn = (part: keyof Mixture) => (): Fault | undefined => {
  const now = current.states[part] as State
  return now === 'clean' || now === 'finding' ? undefined : now
}
const LISTED_NAME = 'HUALCAYUNGA SHIPPING'
const isFinding =
  (part: keyof Mixture) =>
  ({ states }: One) =>
    states[part] === 'finding'

const lists = {
  list: await sanctionsOf(
    suppliers.filter(isFinding('sanciones')).map(({ ruc }) => sanction({ ruc })),
    { fault: faultIn('sanciones') },
  ),
  courtBans: courtBansOf(
    suppliers.filter(isFinding('judicial')).map(({ ruc }) => ({
      ...{ documento: ruc, nombre: 'X', organo: 'JUZGADO', resolucion: '1', desde: '2024-01-01', hasta: null },
    })),
    faultIn('judicial'),
  ),
  related: relatedOf(
    Object.fromEntries(
      suppliers.map((one) => [
        one.ruc,
        [
          person('PEREZ EJEMPLO ANA MARIA', '00000013'),
          ...(isFinding('vinculados')(one) ? [person('CHUQUIPOMA TARQUILLO ZENOBIO', '00000174')] : []),
        ],
      ]),
    ),
    faultIn('vinculados'),
  ),
  us: screeningOf(
    [listed('US', '7', 'CHUQUIPOMA TARQUILLO, Zenobio'), listed('US', '8', LISTED_NAME, { tipo: 'entity' })],
    '2026-11-12',
    faultIn('listas'),
  ),
  un: screeningOf([listed('UN', 'ZZi.8', 'EUFRASIA VYMYSELOVA')], '2026-11-13'),
}
const ssco = await sscoOf(
  suppliers.filter(isFinding('padrones')).map(({ ruc }) => ({ ruc, desde: '2026-07-31' })),
  { fault: faultIn('padrones') },
)
const inRegister = suppliers.filter(({ states }) => ['clean', 'finding'].includes(states.registro))
const rows = inRegister.map((one) =>
  row(one.ruc, isFinding('listas')(one) ? `${LISTED_NAME} S.A.` : 'COMERCIAL EJEMPLO S.A.C.', {
    estado: isFinding('registro')(one) ? 'BAJA DEFINITIVA' : 'ACTIVO',
  }),
)
/** A supplier that the copy does not have is asked of the live page, which fails in its own way. */
const FAILURES = { away: 'upstream-unavailable', refused: 'upstream-blocked', slow: 'slow' } as const

const proveedor = await openEndpoint('proveedor', { world: { register: rows, lists, ssco } })

const worldOf = ({ states }: One) => {
  const fault = FAILURES[states.registro as keyof typeof FAILURES]
  const answer = fault === 'slow' ? (new Promise(() => {}) as never) : fault
  return {
    register: states.registro === 'not loaded' ? ('not loaded' as const) : rows,
    ...{ lists, ssco },
    // Only what never comes is late: all the rest is known before a timer runs.
    partDeadlineMs: 1,
    ...(fault && { sources: { 'taxauth-scraper': { taxpayerByRuc: answer } } }),
  }
}

/** What must be said of each part. */
const expected = ({ states }: One): Record<SupplierPart, string> => {
  const own = (part: keyof Mixture): string => {
    if (states[part] === 'clean') return 'sin_hallazgos'
    return states[part] === 'finding' ? 'hallazgo' : 'sin_revisar'
  }
  const hasName = own('registro') !== 'sin_revisar'
  const listsAway = own('listas') === 'sin_revisar'
  return {
    ...{
      registro: own('registro'),
      padrones: own('padrones'),
      sanciones: own('sanciones'),
      judicial: own('judicial'),
    },
    // Without a name nobody is screened, and without the lists neither are the people.
    listas: hasName ? own('listas') : 'sin_revisar',
    vinculados: listsAway ? 'sin_revisar' : own('vinculados'),
  }
}

test(`${SUPPLIERS} suppliers: the right state in each part, nothing unchecked left out, units equal to parts checked`, async () => {
  const seen = new Set<string>()
  for (const one of suppliers) {
    current = one
    proveedor.setWorld(worldOf(one))
    const before = await proveedor.quotaLeft()
    const { asked } = one.states
    const reply = await proveedor.ask(`?ruc=${one.ruc}&partes=${asked.join(',')}`)
    const told = JSON.stringify(one.states)
    assert.equal(reply.statusCode, 200, told + reply.body)
    const { partes, resumen } = reply.json().data as Supplier
    const right = expected(one)
    assert.deepEqual(
      Object.keys(partes),
      SUPPLIER_PARTS.filter((part) => asked.includes(part)),
    )
    for (const [part, { estado, motivo, edicion, hallazgos }] of Object.entries(partes)) {
      assert.equal(estado, right[part as SupplierPart], `${part} of ${told}: ${motivo}`)
      assert.equal(hallazgos.length > 0, estado === 'hallazgo')
      const isChecked = ['sin_hallazgos', 'hallazgo'].includes(estado)
      assert.equal(edicion !== null, isChecked)
      if (!isChecked) assert.match(motivo, /\S/)
      seen.add(`${part} ${estado}`)
    }
    const unchecked = Object.keys(partes).filter((part) => !/hallazgo/.test(right[part as SupplierPart]))
    assert.deepEqual(resumen.sinRevisar, unchecked, told)
    assert.doesNotMatch(reply.body, /limpi|aprobad/i)
    assert.equal(before - (await proveedor.quotaLeft()), asked.length - unchecked.length, `units of ${told}`)
  }
  assert.equal(seen.size, 6 * 3, 'every part in every state')
})
