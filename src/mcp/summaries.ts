import { DEFAULT_LISTS, listRow } from '../domain/lists.ts'
import type {
  Alert,
  CompanyMatch,
  ExchangeRate,
  Health,
  ListedSeries,
  MonthOfRates,
  PersonNames,
  PersonSearch,
  Policy,
  SanctionSearch,
  Screening,
  Series,
  Subject,
  Supplier,
  Taxpayer,
  TaxpayerHistory,
  Validity,
  WatchReport,
} from '../domain/records.ts'
import type { Voucher } from '../domain/voucher.ts'
import type { AnswerBody } from '../endpoints/shared/outcome.ts'

interface Body<Data> {
  data: Data
  truncado?: boolean
  aviso?: string
  vigencia?: Validity
}

const taxpayer = ({ data, vigencia }: Body<Taxpayer>): string => {
  const record = `RUC ${data.numero}: ${data.razonSocial}, ${data.estado || 'estado sin dato'}, ${data.condicion || 'condición sin dato'}`
  if (!vigencia) return `${record}.`
  const sure = vigencia.certeza === 'segura' ? '' : '; no es seguro por ese día: lea vigencia'
  return `${record}, según la edición del ${vigencia.edicion}${sure}.`
}

const taxpayerHistory = ({ data }: Body<TaxpayerHistory>): string =>
  `RUC ${data.numero}: ${counted(data.periodos.length, 'periodo', 'periodos')} entre las ediciones del ${data.desde} y del ${data.hasta}.`

const personNames = ({ data }: Body<PersonNames>): string => `DNI ${data.numero}: ${data.nombreCompleto}.`

const personSearch = ({ data }: Body<PersonSearch>): string =>
  [`${counted(data.total, 'persona', 'personas')}${data.truncado ? ', y hay más' : ''}.`, data.aviso]
    .filter(Boolean)
    .join(' ')

const companies = ({ data, truncado }: Body<CompanyMatch[]>): string =>
  `${counted(data.length, 'empresa', 'empresas')}${truncado ? ', y hay más' : ''}.`

const sanctions = ({ data }: Body<SanctionSearch>): string =>
  data.sancionado
    ? `${counted(data.total, 'inhabilitación vigente', 'inhabilitaciones vigentes')}.`
    : 'No figura ninguna inhabilitación vigente en la lista cargada.'

const screening = ({ data, aviso }: Body<Screening>): string => {
  // The notice follows, and says why.
  if (data.total === 0 && aviso)
    return 'Nadie queda descartado: no hay coincidencias que mostrar, pero la consulta no alcanza.'
  if (data.total === 0)
    return `Sin coincidencias en las listas ${listWords(data)} cargadas el ${data.listasActualizadas}. No es una aprobación.`
  const exact = data.matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  return `${counted(data.total, 'coincidencia', 'coincidencias')}${data.truncado ? ', y hay más' : ''}: ${counted(exact, 'exacta', 'exactas')}, ${counted(data.matches.length - exact, 'parcial', 'parciales')}. Debe decidir una persona.`
}

const listWords = ({ listas = [...DEFAULT_LISTS] }: Screening): string => {
  const names = listas.map((id) => listRow(id).short)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} y ${names.at(-1)}` : names.join('')
}

const supplier = ({ data: { ruc, razonSocial, fecha, resumen } }: Body<Supplier>): string => {
  const { hallazgos, sinRevisar } = resumen
  const found = hallazgos === 0 ? 'Sin hallazgos en lo que se revisó' : counted(hallazgos, 'hallazgo', 'hallazgos')
  const unchecked = sinRevisar.length === 0 ? '' : ` Sin revisar: ${sinRevisar.join(', ')}.`
  return `Proveedor ${ruc} ${razonSocial}, al ${fecha}: ${found}.${unchecked} No es una aprobación; debe decidir una persona.`
}

const policy = ({ data }: Body<Policy>): string =>
  `SOAT de la placa ${data.placa}: ${data.estado}, del ${data.inicioVigencia} al ${data.finVigencia}, ${data.aseguradora}.`

const exchangeRate = ({ data }: Body<ExchangeRate | MonthOfRates>): string =>
  'mes' in data
    ? monthOfRates(data)
    : `Tipo de cambio del ${data.fecha}: compra ${data.compra}, venta ${data.venta} soles por dólar.`

const voucher = ({ data }: Body<Voucher>): string =>
  `Comprobante ${data.estado}.${data.observaciones.map((note) => ` ${note}`).join('')}`

const monthOfRates = ({ mes, dias }: MonthOfRates): string => {
  const last = dias.at(-1)
  const latest = last ? ` El ${last.fecha}: compra ${last.compra}, venta ${last.venta} soles por dólar.` : ''
  return `Tipo de cambio de ${mes}: ${counted(dias.length, 'día', 'días')}.${latest}`
}

const listedSeries = ({ data, truncado }: Body<ListedSeries[]>): string =>
  `${counted(data.length, 'serie', 'series')}${truncado ? ', y hay más' : ''}.`

const series = ({ data }: Body<Series>): string => {
  const last = data.valores.at(-1)
  return `${data.nombre} (${data.codigo}): ${counted(data.valores.length, 'valor', 'valores')}${last ? `, el último de ${last.periodo}: ${last.valor}` : ''}.`
}

const health = ({ data }: Body<Health['data']>): string => {
  const editions = Object.entries(data.datasets).map(([id, { edicion, publicado, atrasado }]) => {
    const dated = edicion && !publicado ? `sin fecha, copia del ${edicion}` : (edicion ?? 'sin cargar')
    return `${id} ${dated}${atrasado ? ' (atrasada)' : ''}`
  })
  return `Servicio ${data.estado}. Ediciones: ${editions.join(', ')}.`
}

const subjects = ({ data }: Body<Subject[]>): string => {
  const unchecked = data.filter(({ revisado, sinRevisarDesde }) => revisado === null || sinRevisarDesde !== null).length
  return `${counted(data.length, 'vigilado', 'vigilados')}${unchecked > 0 ? `, ${unchecked} sin revisar` : ''}.`
}

const alerts = ({ data }: Body<Alert[]>): string => `${counted(data.length, 'alerta', 'alertas')}. Decide una persona.`

const watchReport = ({ data: { desde, hasta, vigilados, alertas } }: Body<WatchReport>): string =>
  `Del ${desde} al ${hasta}: ${counted(vigilados.alFinal, 'vigilado', 'vigilados')}, ${counted(alertas.nuevas, 'alerta nueva', 'alertas nuevas')}.`

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** One sentence of an answer, for the model and for whoever reads along. The facts are in the structured content. */
const SUMMARIES: Readonly<Record<string, (body: never) => string>> = {
  ruc: taxpayer,
  'ruc/historia': taxpayerHistory,
  dni: personNames,
  persona: personSearch,
  nombre: companies,
  sanciones: sanctions,
  aml: screening,
  proveedor: supplier,
  comprobante: voucher,
  soat: policy,
  'tipo-cambio': exchangeRate,
  indicadores: series,
  'indicadores/buscar': listedSeries,
  vigilados: subjects,
  alertas: alerts,
  'vigilancia/informe': watchReport,
  health,
}

/** Nothing where an answer has no sentence of its own. */
export const summaryOf = (path: string): ((body: AnswerBody) => string) =>
  (SUMMARIES[path] as ((body: AnswerBody) => string) | undefined) ?? (() => '')
