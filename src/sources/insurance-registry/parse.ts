import { isCalendarDate, parseSlashDate, toSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import type { Policy } from '../../domain/records.ts'
import { normalisePlate, policyOn } from '../../domain/soat.ts'
import { namesCaptcha } from '../../kernel/bot-wall.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamBlocked, upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { type Fields, fieldsOf } from '../json-fields.ts'

/** A policy and the dates that decide between several. Nothing else of a row is kept: it names people and engines. */
interface Certificate {
  policy: Policy
  startDate: string
  createdDate: string
}

/** The most recent policy of one plate with its status of today; null when it has none. */
export const parseCertificates = (text: string, plate: string, today: string): Policy | null => {
  const body = readJsonDigits(text)
  if (body === undefined) throw upstreamUnavailable('no JSON')
  if (!Array.isArray(body)) throw namesCaptcha(text) ? upstreamBlocked('captcha named') : upstreamChanged('no list')
  const [latest] = body.map((row) => readCertificate(row, plate)).sort(latestFirst)
  return latest ? policyOn(latest.policy, today) : null
}

const readCertificate = (row: unknown, plate: string): Certificate => {
  if (!isObject(row)) throw upstreamChanged('a row that is no object')
  const fields = fieldsOf(row)
  if (normalisePlate(fields.text('Placa')) !== plate) throw upstreamChanged('a row of another plate')
  const startDate = toIsoDate(fields.text('FechaInicio'))
  const endDate = toIsoDate(fields.text('FechaFin'))
  const aseguradora = fields.text('NombreCompania')
  const numeroPoliza = fields.text('NumeroPoliza') || fields.text('CodigoUnicoPoliza')
  if (!startDate || !endDate || !aseguradora || !numeroPoliza)
    throw upstreamChanged('a row without dates, insurer or number')
  const policy: Policy = {
    placa: plate,
    aseguradora,
    numeroPoliza,
    inicioVigencia: toSlashDate(startDate),
    finVigencia: toSlashDate(endDate),
    estado: toEstado(fields),
    tipoUso: toValue(fields.text('NombreUsoVehiculo')),
    clase: toValue(fields.text('NombreClaseVehiculo')),
    tipoCertificado: toValue(fields.text('TipoCertificado')).replace(/^ELECTRONICO$/, 'DIGITAL'),
    fuente: 'insurance-registry',
  }
  return { policy, startDate, createdDate: toIsoDate(fields.text('FechaCreacion')) ?? '' }
}

/** By start, so that a renewal still to start comes first. Of equal starts first the one not annulled, then the newest. */
const latestFirst = (a: Certificate, b: Certificate): number =>
  descending(a.startDate, b.startDate) ||
  Number(a.policy.estado === 'ANULADO') - Number(b.policy.estado === 'ANULADO') ||
  descending(a.createdDate, b.createdDate)

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)

/** `DD/MM/YYYY` or ISO, with or without a time after it. */
const toIsoDate = (text: string): string | null => {
  const day = text.split(/[T ]/)[0] ?? ''
  return isCalendarDate(day) ? day : parseSlashDate(day)
}

const ESTADOS: Record<string, Policy['estado']> = {
  VIGENTE: 'VIGENTE',
  VENCIDO: 'VENCIDO',
  VENCIDA: 'VENCIDO',
  ANULADO: 'ANULADO',
  ANULADA: 'ANULADO',
}

const toEstado = (fields: Fields): Policy['estado'] => {
  const estado = ESTADOS[stripAccents(fields.text('Estado'))]
  if (!estado) throw upstreamChanged('a row with an unknown status')
  return estado
}

/** A word of the registry without accents. Its "not found" is an empty value. */
const toValue = (text: string): string => {
  const value = stripAccents(text)
  return value === 'NO ENCONTRADO' ? '' : value
}
