import { once } from '../once.ts'
import { lehmerRandom, type Random } from '../random.ts'
import { serveTagged, taggedFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import {
  type ExportedFine,
  type ExportedSanction,
  SAMPLE_FINES,
  SAMPLE_SANCTIONS,
} from '../world/procurement-samples.ts'
import { rucOf } from '../world/register/index.ts'
import { renderExport } from './procurement-export.ts'

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

// No RUC given so far begins with 2099.
const inventedRuc = (serial: number): string => rucOf(`2099${String(serial).padStart(6, '0')}`)

const invent = (serial: number, { pick, chance, below }: Random): ExportedSanction => {
  const between = (low: number, high: number): number => low + below(high - low + 1)
  const definitive = chance(0.2)
  const months = between(3, 72)
  const [day, month, year] = [between(1, 28), between(1, 12), between(2021, 2025)]
  const last = new Date(Date.UTC(year, month - 1 + months, day))
  const digits = (value: number): string => (chance(0.5) ? String(value) : String(value).padStart(2, '0'))
  return {
    razonSocial: `${pick(FIRST)} ${pick(SECOND)} ${pick(THIRD)} ${pick(FORMS)}`,
    ruc: inventedRuc(serial),
    resolucion: `${String(1_000 + serial)}-${year}-TCE-S${between(1, 6)}`,
    periodo: definitive ? 'DEFINITIVO' : `${months} MESES`,
    desde: `${digits(day)}/${digits(month)}/${year}`,
    hasta: definitive ? '' : `${last.getUTCDate()}/${last.getUTCMonth() + 1}/${last.getUTCFullYear()}`,
    infraccion: chance(0.9) ? pick(INFRACTIONS) : '',
    otra: chance(0.2) ? 'Otra causal prevista en la ley' : '',
    norma: 'TUO de la Ley N° 30225 - D.S N° 082-2019-E.F',
    estado: definitive || last.getTime() >= Date.parse(PUBLISHED) ? 'VIGENTE' : 'NO VIGENTE',
  }
}

const pretendExport = (header?: readonly string[]): Buffer => {
  const random = lehmerRandom(20_260_820)
  const sanctions = Array.from({ length: SANCTIONS }, (_, i) => invent(i, random))
  const fines = Array.from({ length: FINES }, (_, i): ExportedFine => {
    const one = invent(SANCTIONS + i, random)
    return { ...one, fecha: one.desde, monto: `${1_000 + i}.00` }
  })
  // The real export repeats some of its rows.
  const rows = [...SAMPLE_SANCTIONS, ...sanctions, ...sanctions.slice(0, 12)]
  return Buffer.from(renderExport(rows, [...SAMPLE_FINES, ...fines], random.next, header), 'latin1')
}

const exported = once(() => taggedFile(pretendExport(), 'application/vnd.ms-excel', PUBLISHED))

const REDESIGNED = ['N°', 'Proveedor', 'Documento', 'Resolución', 'Inicio', 'Fin', 'Motivo']

/** The procurement tribunal's export of sanctioned suppliers, as irregular as the real one. */
export const procurementList: PretendUpstream = {
  id: 'procurement-list',
  settings: (address) => ({ CHASQUI_PROCUREMENT_LIST: `${address}${PATH}?action=enviar&valor=0` }),
  handle: (request) => (request.path === PATH ? serveTagged(request, exported()) : { status: 404, body: 'No existe' }),
  faults: { redesigned: () => ({ body: pretendExport(REDESIGNED) }) },
}
