import type { Listing, TaxLists } from '../../src/datasets/tax-lists/index.ts'
import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { row } from '../helpers/taxpayers.ts'

const RUC = '20000000125'
const { numero: _, tipo: __, ...past } = row(RUC, 'COMERCIAL EJEMPLO S.A.C.')

const UNKNOWN: Listing = { estado: 'sin_datos', desde: null, hasta: null, resolucion: null, edicion: null }
/** Lists on which a taxpayer is from 2026-11-01 on. */
const listsOf = (edicion: string) => {
  const reader: Pick<TaxLists, 'facts' | 'on'> = {
    facts: { edicion, filas: 1, sha256: '', cargado: '' },
    on: (lista, _ruc, day) =>
      lista === 'buenContribuyente'
        ? { ...UNKNOWN, edicion }
        : day < '2026-11-01'
          ? { ...UNKNOWN, estado: 'no', edicion }
          : { estado: 'si', desde: '2026-11-01', hasta: null, resolucion: `RS ${lista}`, edicion },
  }
  return { current: () => reader as TaxLists, read: <T>(use: (list: TaxLists) => T) => use(reader as TaxLists) }
}

const listed = (lista: string, edicion: string): Listing => ({
  ...{ estado: 'si', desde: '2026-11-01', hasta: null, resolucion: `RS ${lista}`, edicion },
})
const RECORD = {
  ...{ numero: RUC, ...past, departamento: 'LIMA', provincia: 'LIMA', distrito: 'SAN ISIDRO' },
  tipo: 'SOCIEDAD ANONIMA CERRADA',
}
const NOTHING = {
  ...{ agenteRetencion: UNKNOWN, agentePercepcion: UNKNOWN, agentePercepcionCombustible: UNKNOWN },
  ...{ buenContribuyente: UNKNOWN, sinCapacidadOperativa: UNKNOWN },
}
const register = 'taxauth-scraper; channel=register; edition="2026-11-14"'
const lists = 'taxauth-scraper; channel=list; edition="2026-11-10", taxauth-scraper; channel=list; edition="2026-10-31"'
const ruc = await openEndpoint('ruc', {
  world: {
    register: [row(RUC, 'COMERCIAL EJEMPLO S.A.C.')],
    past: { [RUC]: [{ desde: '2026-10-01', row: past }] },
    agentes: listsOf('2026-11-10'),
    ssco: listsOf('2026-10-31'),
  },
})
const no = (edicion: string): Listing => ({ ...UNKNOWN, estado: 'no', edicion })
const found = { status: 200, cost: 1 } as const

const DETAIL = {
  actividad: {
    ...{ ciiu: 'CONSULTORIA DE EJEMPLO', trabajadores: 0, comercioExterior: 'IMPORTADOR', facturacion: 'MANUAL' },
    ...{ contabilidad: 'MANUAL', edicion: '2026-09' },
  },
  anexos: [{ ubigeo: '150122', direccion: 'AV. EJEMPLO NRO. 450' }],
}

checkPromises(ruc, [
  {
    when: 'activity and branches, where they are loaded',
    ask: `?numero=${RUC}&detalle=1`,
    world: { register: [row(RUC, 'COMERCIAL EJEMPLO S.A.C.')], detail: { [RUC]: DETAIL } },
    ...{ ...found, source: register, cache: 'private, max-age=3600' },
    also: { proveedor: 'taxauth-scraper' },
    data: {
      ...{ ...RECORD, padrones: NOTHING, actividad: DETAIL.actividad },
      anexos: [{ ...DETAIL.anexos[0], departamento: 'LIMA', provincia: 'LIMA', distrito: 'MIRAFLORES' }],
    },
  },
  {
    when: 'the lists of today, each with its edition',
    ask: `?numero=${RUC}&detalle=1`,
    ...found,
    source: `${register}, ${lists}`,
    cache: 'private, max-age=3600',
    also: { proveedor: 'taxauth-scraper' },
    data: {
      ...RECORD,
      padrones: {
        agenteRetencion: listed('agenteRetencion', '2026-11-10'),
        agentePercepcion: listed('agentePercepcion', '2026-11-10'),
        agentePercepcionCombustible: listed('agentePercepcionCombustible', '2026-11-10'),
        buenContribuyente: { ...UNKNOWN, edicion: '2026-11-10' },
        sinCapacidadOperativa: listed('sinCapacidadOperativa', '2026-10-31'),
      },
      actividad: null,
      anexos: null,
    },
  },
  {
    when: 'the lists of the day that was asked for',
    ask: `?numero=${RUC}&detalle=1&fecha=2026-10-05`,
    ...found,
    source: `${register}, ${lists}`,
    cache: 'private, max-age=3600',
    also: {
      proveedor: 'taxauth-scraper',
      vigencia: { edicion: '2026-10-01', desde: '2026-10-01', hasta: null, certeza: 'segura', siguiente: null },
    },
    data: {
      ...{ ...RECORD, tipo: '' },
      padrones: {
        agenteRetencion: no('2026-11-10'),
        agentePercepcion: no('2026-11-10'),
        agentePercepcionCombustible: no('2026-11-10'),
        buenContribuyente: { ...UNKNOWN, edicion: '2026-11-10' },
        sinCapacidadOperativa: no('2026-10-31'),
      },
      actividad: null,
      anexos: null,
    },
  },
  {
    when: 'lists that are not loaded say nothing, and never no',
    ask: `?numero=${RUC}&detalle=1`,
    world: { register: [row(RUC, 'COMERCIAL EJEMPLO S.A.C.')] },
    ...found,
    source: register,
    cache: 'private, max-age=3600',
    also: { proveedor: 'taxauth-scraper' },
    data: { ...RECORD, padrones: NOTHING, actividad: null, anexos: null },
  },
  {
    when: 'without detalle nothing is added',
    ask: `?numero=${RUC}&detalle=0`,
    ...found,
    source: register,
    cache: 'private, max-age=3600',
    also: { proveedor: 'taxauth-scraper' },
    data: RECORD,
  },
  ...malformed([['another word for detalle', `?numero=${RUC}&detalle=si`, 'detalle']]),
])
