import { sourceName } from '../../client/index.ts'
import { byListDataset, listRow } from '../../domain/lists.ts'
import type { DatasetHealth, Health, ProviderHealth } from '../../domain/records.ts'
import { countText, dateText, isUndated, numberText, timeText, withPeopleDates } from './forms.ts'
import { paragraphs, printable, table } from './layout.ts'

const DATASETS: Readonly<Record<string, string>> = {
  padron: 'Padrón',
  sanciones: 'Lista de inhabilitados',
  ...byListDataset((id) => `Lista ${listRow(id).short}`),
  agentes: 'Padrones de agentes',
  ssco: 'Sujetos sin capacidad operativa',
  ubigeo: 'Códigos de ubigeo',
}

const STATES: Record<ProviderHealth['estado'], string> = {
  ok: 'en orden',
  degradado: 'con fallas',
  bloqueado: 'pide una verificación',
  sin_configurar: 'no configurada',
}

/** The state of a service, or of an installation that nobody serves, as two tables, with what is wrong below. */
export const renderHealth = (health: Health, isServer = true): string => {
  const { data, providers } = printable(health)
  const { datasets, almacen, publicacion } = data
  return paragraphs([
    `Chasqui ${data.version} (modo ${data.modo}): ${data.estado === 'ok' ? 'en orden' : 'degradado'}`,
    `Almacén ${almacen.tipo}: ${almacen.estado === 'ok' ? 'en orden' : 'no disponible'}`,
    isServer
      ? `En marcha desde ${timeText(data.iniciado)} (Lima)`
      : 'Según los ajustes y los datos de este equipo; no se preguntó a ningún servicio ni fuente',
    data.hoyFijado && `La fecha está fijada en ${dateText(data.hoyFijado)}`,
    table(
      Object.entries(datasets).map(([id, one]) => datasetRow(id, one)),
      { head: ['Datos', 'Edición', 'Filas', 'Cargado (Lima)', 'Estado'], colAligns: ['left', 'left', 'right'] },
    ),
    table(
      Object.entries(providers).map(([id, one]) => providerRow(id, one, isServer)),
      { head: ['Fuente', 'Estado', 'Última respuesta', 'Última falla'] },
    ),
    ...Object.entries(datasets)
      .flatMap(([id, { error, historia }]) =>
        [error, historia?.error].map((one) => one && `${nameOf(id)}: ${withPeopleDates(one)}`),
      )
      .map(textOrNone),
    Object.values(datasets).some(({ edicion }) => edicion === null) && 'Lo que falta se carga con «chasqui data sync»',
    publicacion?.error ? `Publicación de ediciones: ${publicacion.error}` : '',
  ])
}

const textOrNone = (text: string | null | undefined): string => text ?? ''

const nameOf = (id: string): string => DATASETS[id] ?? id

const datasetRow = (id: string, one: DatasetHealth): string[] => [
  nameOf(id),
  isUndated(one) ? 'sin fecha' : dateText(one.edicion),
  numberText(one.filas),
  timeText(one.cargado),
  datasetState(one),
]

const datasetState = ({ edicion, configurado, antiguedadHoras, atrasado, copia, error }: DatasetHealth): string => {
  if (edicion === null && !configurado) return 'no configurada'
  if (atrasado) return 'atrasada'
  if (error) return 'con fallas'
  if (edicion === null) return 'sin cargar'
  return copia ? `copia de ${copyText(antiguedadHoras ?? 0)}` : ageText(antiguedadHoras)
}

const ageText = (hours: number | null): string => {
  if (hours === null || hours < 1) return 'en orden'
  return hours < 48
    ? `de hace ${countText(Math.round(hours), 'hora', 'horas')}`
    : `de hace ${countText(Math.round(hours / 24), 'día', 'días')}`
}

/** Of a copy only the day is known: its hours count from the end of it. */
const copyText = (hours: number): string => {
  const days = Math.ceil(hours / 24)
  return days > 1 ? `hace ${countText(days, 'día', 'días')}` : days === 1 ? 'ayer' : 'hoy'
}

const providerRow = (id: string, one: ProviderHealth, isServer: boolean): string[] => [
  sourceName(id, 'live'),
  providerState(one, isServer),
  timeText(one.ultimoExito),
  timeText(one.ultimoError),
]

/** One that nobody has asked yet has not answered either. */
const providerState = ({ estado, ultimoExito }: ProviderHealth, isServer: boolean): string => {
  if (estado === 'ok' && !isServer) return 'configurada'
  return estado === 'ok' && ultimoExito === null ? 'sin consultar' : (STATES[estado] ?? estado)
}
