import type { KeyHolder } from '../../accounts/index.ts'
import type { BatchQuestion } from '../../batches/jobs/batch-job.ts'
import { BATCH_KINDS, BATCH_ROLES, type BatchKind, SUBJECT_KINDS } from '../../domain/records.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { Failure } from '../../kernel/errors.ts'
import { choiceInput, flagInput, listsInput, required } from '../../lookups/shared/input.ts'
import { refuseOutOfScope } from './authenticate.ts'

/** What the rows of a batch are asked about, as single questions. */
const ASKED_BY: Record<BatchKind, readonly string[]> = {
  aml: ['aml'],
  sanciones: ['sanciones'],
  ruc: ['ruc'],
  proveedor: ['ruc', 'sanciones', 'aml'],
  compras: ['ruc'],
  vigilados: ['vigilados'],
}

const columnOf = (role: string): string => `columna${role[0]?.toUpperCase()}${role.slice(1)}`

export const refuseBatchOutOfScope = (tipo: BatchKind, holder: KeyHolder): void => {
  if (!refuseOutOfScope(holder, tipo)) return
  for (const endpoint of ASKED_BY[tipo]) {
    const refusal = refuseOutOfScope(holder, endpoint)
    if (refusal) throw refusal
  }
}

/** What a caller says about a file. Refuses what the key may not ask singly. */
export const batchQuestion = (query: Query, holder: KeyHolder): BatchQuestion => {
  const tipo = required('tipo', choiceInput('tipo', query.tipo || undefined, BATCH_KINDS)) as BatchKind
  refuseBatchOutOfScope(tipo, holder)
  const comprobantes = tipo === 'compras' && flagInput('comprobantes', query.comprobantes || undefined)
  const refusal = comprobantes ? refuseOutOfScope(holder, 'comprobante') : null
  if (refusal) throw refusal
  const tipoSujeto = choiceInput('tipoSujeto', query.tipoSujeto || undefined, SUBJECT_KINDS)
  const named = BATCH_ROLES.flatMap((role) => {
    const column = query[columnOf(role)]
    return column ? [[role, column] as const] : []
  })
  return {
    ...{ tipo, named: Object.fromEntries(named) },
    ...(query.listas && { listas: batchLists(tipo, query.listas) }),
    ...(tipoSujeto && tipo === 'vigilados' && { tipoSujeto }),
    ...(query.hoja && { hoja: query.hoja }),
    ...(query.archivo && { archivo: fileName(query.archivo) }),
    ...(query.conservar && { conservar: daysInput(query.conservar) }),
    ...(flagInput('vinculados', query.vinculados || undefined) && tipo === 'proveedor' && { vinculados: true }),
    ...(comprobantes && { comprobantes }),
    ...(flagInput('sinCabecera', query.sinCabecera || undefined) && { sinCabecera: true }),
  }
}

/** As the rows are asked with them. */
const batchLists = (tipo: BatchKind, listas: string): string => {
  if (tipo !== 'vigilados' && !ASKED_BY[tipo].includes('aml'))
    throw new Failure('invalid-input', `listas no se usa con tipo=${tipo}`, { campo: 'listas' })
  return (listsInput(listas) ?? []).join(',')
}

/** Without the folders that some programs put in front. */
const fileName = (path: string): string => path.replace(/^.*[\\/](?=[^\\/])/, '')

/** Longer than a year, so that a review can be compared with that of a year ago. */
const MOST_DAYS = 400

const daysInput = (text: string): number => {
  const days = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > MOST_DAYS)
    throw new Failure('invalid-input', `conservar debe ser un número de días de 1 a ${MOST_DAYS}`, {
      campo: 'conservar',
    })
  return days
}
