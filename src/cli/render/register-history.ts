import { toSlashDate } from '../../domain/lima-time.ts'
import type { Cambio, RegisterPeriod, TaxpayerHistory, Validity } from '../../domain/records.ts'
import { countText } from './forms.ts'
import { card, notice, originLine, paintCondicion, paintEstado, paragraphs, type ShownAnswer } from './layout.ts'

const WORDS: Record<Cambio, string> = {
  alta: 'aparece en el padrón',
  retiro: 'deja de figurar',
  razonSocial: 'nombre',
  estado: 'estado',
  condicion: 'condición',
  ubigeo: 'ubigeo',
  direccion: 'dirección',
}

const inWords = (cambios: readonly Cambio[]): string => cambios.map((cambio) => WORDS[cambio]).join(', ')

/** Which edition answers for a day, and how sure that is. */
export const validityText = ({ edicion, desde, hasta, certeza, siguiente, grano }: Validity): string => {
  const span = hasta ? `hasta la del ${toSlashDate(hasta)}` : 'y sigue igual'
  const lines = [
    grano === 'mes'
      ? `Según la copia mensual de ${monthText(edicion)}, de un día que no consta; así desde ${monthText(desde)} hasta ${monthText(hasta ?? edicion)}.`
      : `Según la edición del ${toSlashDate(edicion)}; así desde la del ${toSlashDate(desde)} ${span}.`,
  ]
  if (siguiente)
    lines.push(
      `No es seguro por ese día: la edición siguiente, del ${toSlashDate(siguiente.edicion)}, dice otra cosa (${inWords(siguiente.cambios)}).`,
    )
  else if (certeza === 'entre_ediciones')
    lines.push(`No es seguro por ese día: ${grano === 'mes' ? 'no consta antes' : 'aún no hay una edición posterior'}.`)
  return lines.join('\n')
}

/** A taxpayer's periods as a timeline, newest first. */
export const renderHistory = ({ data, aviso, origins }: ShownAnswer<TaxpayerHistory>): string =>
  paragraphs([
    ...data.periodos.map(periodCard),
    `${countText(data.periodos.length, 'periodo', 'periodos')}, entre las ediciones del ${toSlashDate(data.desde)} y del ${toSlashDate(data.hasta)}.`,
    notice(aviso),
    originLine(origins),
  ])

const monthText = (day: string): string => toSlashDate(day).slice(3)

const spanText = ({ desde, hasta, grano }: RegisterPeriod): string =>
  grano === 'mes'
    ? `De ${monthText(desde)} a ${monthText(hasta ?? desde)}, según copias mensuales de datos abiertos`
    : `Del ${toSlashDate(desde)} ${hasta ? `al ${toSlashDate(hasta)}` : 'a hoy'}`

const periodCard = (period: RegisterPeriod): string => {
  const { cambios, ...row } = period
  return card(spanText(period), [
    ['Cambió', inWords(cambios)],
    ['Nombre', row.razonSocial],
    ['Estado', row.estado && paintEstado(row.estado)],
    ['Condición', row.condicion && paintCondicion(row.condicion)],
    ['Dirección', row.direccion],
    ['Ubigeo', row.ubigeo],
  ])
}
