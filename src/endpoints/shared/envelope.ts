import type { Validity } from '../../domain/records.ts'
import type { Answer } from '../../lookups/shared/answer.ts'

/** An answer as callers get it: its data, and what is said of it beside that. */
export interface EnvelopeBody<Data> {
  ok: true
  data: Data
  proveedor?: string
  aviso?: string
  vigencia?: Validity
  total?: number
  truncado?: true
}

export const envelopeOf = <Data>(answer: Answer<Data>): EnvelopeBody<Data> => {
  const body: EnvelopeBody<Data> = { ok: true, data: answer.data }
  if (answer.proveedor !== undefined) body.proveedor = answer.proveedor
  if (answer.aviso !== undefined) body.aviso = answer.aviso
  if (answer.vigencia !== undefined) body.vigencia = answer.vigencia
  if (answer.total !== undefined) body.total = answer.total
  if (answer.truncado !== undefined) body.truncado = answer.truncado
  return body
}

/** What a body says at its top level about its answer. */
export const remarksIn = ({ aviso, truncado }: { aviso?: unknown; truncado?: unknown }) => ({
  ...(typeof aviso === 'string' && { aviso }),
  ...(truncado === true && { truncado: true as const }),
})
