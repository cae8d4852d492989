import type { LimaClock } from '../../domain/lima-time.ts'
import type { ListId } from '../../domain/lists.ts'
import { SUPPLIER_PARTS, type SupplierPart } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { dateInput, flagInput, listsInput, rucInput } from '../shared/input.ts'

export interface ProveedorQuery {
  ruc?: string | undefined
  fecha?: string | undefined
  partes?: string | undefined
  listas?: string | undefined
  detalle?: string | undefined
}

/** A question about a supplier, checked. */
export interface AskedSupplier {
  ruc: string
  /** The day that is asked about, today or earlier. */
  fecha: string
  isPast: boolean
  today: string
  parts: readonly SupplierPart[]
  /** The sanctions lists that the question names; undefined when it names none. */
  lists: readonly ListId[] | undefined
  detailed: boolean
}

export const supplierInput = (query: ProveedorQuery, clock: Pick<LimaClock, 'limaDate'>): AskedSupplier => {
  const today = clock.limaDate()
  const ruc = rucInput('ruc', query.ruc)
  const fecha = dateInput('fecha', query.fecha) ?? today
  if (fecha > today)
    throw new Failure('invalid-input', 'fecha no puede ser posterior a hoy en Lima', { campo: 'fecha' })
  const parts = partsInput(query.partes)
  const lists = listsInput(query.listas)
  return { ruc, fecha, isPast: fecha < today, today, parts, lists, detailed: flagInput('detalle', query.detalle) }
}

/** Each once, in the order in which they are told; all of them unless some were named. */
const partsInput = (value: string | undefined): readonly SupplierPart[] => {
  if (value === undefined) return SUPPLIER_PARTS
  const named = value.split(',')
  if (!named.every((name) => SUPPLIER_PARTS.some((part) => part === name)))
    throw new Failure('invalid-input', `partes admite, separadas por comas: ${SUPPLIER_PARTS.join(', ')}`, {
      campo: 'partes',
    })
  return SUPPLIER_PARTS.filter((part) => named.includes(part))
}
