import { createHash } from 'node:crypto'
import { type ExportedFine, type ExportedSanction, renderExport } from '../procurement-export.ts'
import { SAMPLE_FINES, SAMPLE_SANCTIONS } from '../procurement-samples.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'

const PATH = '/consultasenlinea/inhabilitados/Reporte_Sancionados_Tribunal_vnv_xls.asp'
const PUBLISHED = 'Thu, 20 Aug 2026 15:00:00 GMT'
const SANCTIONS = 1_250
const FINES = 350

const FIRST = ['CONSTRUCTORA', 'CONSORCIO', 'SERVICIOS', 'INVERSIONES', 'COMERCIAL', 'TRANSPORTES', 'CONSULTORA']
const SECOND = ['QUEBRADA', 'NEVADO', 'ALTIPLANO', 'CÓNDOR', 'VICUÑA', 'CANTUTA', 'TOTORA', 'PUQUIO', 'RETAMA', 'ICHU']
const THIRD = ['AZUL', 'DEL NORTE', 'DEL SUR', 'ANDINA', 'PERÚ', 'REAL', 'Y ASOCIADOS', '& HNOS']
const FORMS = ['S.A.C.', 'S.A.', 'E.I.R.L.', 'S.R.L.', 'S.A.C']
const INFRACTIONS = [
  '- j) Presentar documentos falsos o adulterados a las Entidades.',
  '- i) Presentar información inexacta.\n- j) Presentar documentos falsos o adulterados a las Entidades.',
  '- f) Ocasionar que la Entidad resuelva el contrato.',
  '- c) Contratar con el Estado estando impedido.',
]

/** Numbers that look random and are always the same. */
const lehmer = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

const checkDigit = (ten: string): number => {
  const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, i) => total + weight * Number(ten[i]), 0)
  return (11 - (sum % 11)) % 10
}
// No RUC given so far begins with 2099.
const inventedRuc = (serial: number): string => {
  const ten = `2099${String(serial).padStart(6, '0')}`
  return `${ten}${checkDigit(ten)}`
}

const invent = (serial: number, chance: () => number): ExportedSanction => {
  const one = (list: readonly string[]): string => list[Math.floor(chance() * list.length)] as string
  const whole = (low: number, high: number): number => low + Math.floor(chance() * (high - low + 1))
  const definitive = chance() < 0.2
  const months = whole(3, 72)
  const [day, month, year] = [whole(1, 28), whole(1, 12), whole(2021, 2025)]
  const last = new Date(Date.UTC(year, month - 1 + months, day))
  const two = (value: number): string => (chance() < 0.5 ? String(value) : String(value).padStart(2, '0'))
  return {
    razonSocial: `${one(FIRST)} ${one(SECOND)} ${one(THIRD)} ${one(FORMS)}`,
    ruc: inventedRuc(serial),
    resolucion: `${String(1_000 + serial)}-${year}-TCE-S${whole(1, 6)}`,
    periodo: definitive ? 'DEFINITIVO' : `${months} MESES`,
    desde: `${two(day)}/${two(month)}/${year}`,
    hasta: definitive ? '' : `${last.getUTCDate()}/${last.getUTCMonth() + 1}/${last.getUTCFullYear()}`,
    infraccion: chance() < 0.9 ? one(INFRACTIONS) : '',
    otra: chance() < 0.2 ? 'Otra causal prevista en la ley' : '',
    norma: 'TUO de la Ley N° 30225 - D.S N° 082-2019-E.F',
    estado: definitive || last.getTime() >= Date.parse(PUBLISHED) ? 'VIGENTE' : 'NO VIGENTE',
  }
}

const pretendExport = (header?: readonly string[]): Buffer => {
  const chance = lehmer(20_260_820)
  const sanctions = Array.from({ length: SANCTIONS }, (_, i) => invent(i, chance))
  const fines = Array.from({ length: FINES }, (_, i): ExportedFine => {
    const one = invent(SANCTIONS + i, chance)
    return { ...one, fecha: one.desde, monto: `${1_000 + i}.00` }
  })
  // The real export repeats some of its rows.
  const rows = [...SAMPLE_SANCTIONS, ...sanctions, ...sanctions.slice(0, 12)]
  return Buffer.from(renderExport(rows, [...SAMPLE_FINES, ...fines], chance, header), 'latin1')
}

let exported: { body: Buffer; etag: string } | undefined

const handle = ({ path, headers }: PretendRequest): PretendReply => {
  if (path !== PATH) return { status: 404, body: 'No existe' }
  if (!exported) {
    const body = pretendExport()
    exported = { body, etag: `"${createHash('md5').update(body).digest('hex')}"` }
  }
  const { body, etag } = exported
  const facts = { etag, 'last-modified': PUBLISHED }
  if (headers['if-none-match'] === etag) return { status: 304, headers: facts, body: '' }
  return { headers: { ...facts, 'content-type': 'application/vnd.ms-excel' }, body }
}

const REDESIGNED = ['N°', 'Proveedor', 'Documento', 'Resolución', 'Inicio', 'Fin', 'Motivo']

/** The procurement tribunal's export, with every habit of the real one. */
export const procurementList: PretendUpstream = {
  id: 'procurement-list',
  settings: (address) => ({ CHASQUI_PROCUREMENT_LIST: `${address}${PATH}?action=enviar&valor=0` }),
  handle,
  faults: { redesigned: () => ({ body: pretendExport(REDESIGNED) }) },
}
