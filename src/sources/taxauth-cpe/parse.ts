import { cleanText } from '../../domain/registry-text.ts'
import type { Voucher } from '../../domain/voucher.ts'
import type { UpstreamReply } from '../../kernel/http/client.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'

// The service writes codes as `1` or `0001`: they are read as numbers.
const STATES: Record<number, Voucher['estado']> = {
  0: 'NO INFORMADO',
  1: 'ACEPTADO',
  2: 'ANULADO',
  3: 'AUTORIZADO',
  4: 'NO AUTORIZADO',
}
const RUC_STATES: Record<number, string> = {
  0: 'ACTIVO',
  1: 'BAJA PROVISIONAL',
  2: 'BAJA PROV. POR OFICIO',
  3: 'SUSPENSION TEMPORAL',
  10: 'BAJA DEFINITIVA',
  11: 'BAJA DE OFICIO',
  22: 'INHABILITADO-VENT.UNICA',
}
const RUC_CONDITIONS: Record<number, string> = {
  0: 'HABIDO',
  9: 'PENDIENTE',
  11: 'POR VERIFICAR',
  12: 'NO HABIDO',
  20: 'NO HALLADO',
}

/** One voucher; null when the service refuses the question (`success: false`, 400, 422). */
export const parseVoucher = ({ status, text }: Pick<UpstreamReply, 'status' | 'text'>): Voucher | null => {
  const body = readJsonDigits(text)
  if (!isObject(body)) throw upstreamChanged(`no object, status ${status}`)
  if (status !== 200 || body.success === false) return null
  if (body.success !== true || !isObject(body.data)) throw upstreamChanged('neither answer nor refusal')
  const { estadoCp, estadoRuc, condDomiRuc, observaciones } = body.data
  const estado = meaning(STATES, estadoCp)
  if (estado === '') throw upstreamChanged('no state of the voucher')
  return {
    estado,
    estadoRuc: meaning(RUC_STATES, estadoRuc),
    condicionRuc: meaning(RUC_CONDITIONS, condDomiRuc),
    observaciones: readNotes(observaciones),
  }
}

/** What a code means; empty where there is none. One that no document names is a change of the service. */
const meaning = <Meaning extends string>(table: Record<number, Meaning>, code: unknown): Meaning | '' => {
  if (code === undefined || code === null || code === '') return ''
  const found = typeof code === 'string' && /^[0-9]{1,4}$/.test(code.trim()) ? table[Number(code)] : undefined
  if (!found) throw upstreamChanged('an unknown code')
  return found
}

const readNotes = (notes: unknown): string[] => {
  if (notes === undefined || notes === null) return []
  if (!Array.isArray(notes) || notes.some((note) => typeof note !== 'string'))
    throw upstreamChanged('notes that are no texts')
  return notes.map(cleanText).filter((note) => note !== '')
}
