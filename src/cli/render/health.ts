import { sourceName } from '../../client/index.ts'
import type { DatasetHealth, Health, ProviderHealth } from '../../domain/records.ts'
import { countText, dateText, numberText, timeText, withPeopleDates } from './forms.ts'
import { paragraphs, printable, table } from './layout.ts'

const DATASETS: Readonly<Record<string, string>> = {
  padron: 'Padrón reducido',
  sanciones: 'Inhabilitados',
  us: 'Lista de EE. UU.',
  un: 'Lista de la ONU',
  ubigeo: 'Ubigeos',
}

const STATES: Record<ProviderHealth['estado'], string> = {
  ok: 'en orden',
  degradado: 'con fallas',
  bloqueado: 'pide captcha',
  sin_configurar: 'sin configurar',
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
      .map(([id, { error }]) => error && `${nameOf(id)}: ${withPeopleDates(error)}`)
      .map(textOrNone),
    Object.values(datasets).some(({ edicion }) => edicion === null) && 'Lo que falta se carga con «chasqui data sync»',
    publicacion?.error ? `Publicación de ediciones: ${publicacion.error}` : '',
  ])
}

const textOrNone = (text: string | null | undefined): string => text ?? ''

const nameOf = (id: string): string => DATASETS[id] ?? id

const datasetRow = (id: string, { edicion, filas, cargado, antiguedadHoras, error }: DatasetHealth): string[] => [
  nameOf(id),
  dateText(edicion),
  numberText(filas),
  timeText(cargado),
  error ? 'con fallas' : edicion === null ? 'sin cargar' : ageText(antiguedadHoras),
]

const ageText = (hours: number | null): string => {
  if (hours === null || hours < 1) return 'en orden'
  return hours < 48
    ? `de hace ${countText(Math.round(hours), 'hora', 'horas')}`
    : `de hace ${countText(Math.round(hours / 24), 'día', 'días')}`
}

const providerRow = (id: string, one: ProviderHealth, isServer: boolean): string[] => [
  sourceName(id, 'live'),
  one.estado === 'ok' && !isServer ? 'configurada' : (STATES[one.estado] ?? one.estado),
  timeText(one.ultimoExito),
  timeText(one.ultimoError),
]
