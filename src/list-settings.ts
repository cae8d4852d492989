// The settings of the lists that names are screened against, from the table of lists: which are loaded, and where each is.
import { byListDataset, DEFAULT_LISTS, LIST_IDS, type ListDataset, type ListId, listRow } from './domain/lists.ts'
import { words } from './setting-values.ts'

/** The setting that says where a list is. */
const listSetting = (id: ListId) =>
  `CHASQUI_${listRow(id).dataset.toUpperCase() as Uppercase<ListDataset>}_LIST_URL` as const
type ListSetting = ReturnType<typeof listSetting>

const PLACES = { carpeta: 'la carpeta', archivo: 'el archivo' } as const

/** What the operator reads of a list whose address is not set, and callers of one that has no edition. */
export const MISSING_LISTS = byListDataset(
  (id) => `Indique en ${listSetting(id)} la dirección o ${PLACES[listRow(id).place]} de la lista`,
)
export const LISTS_NOT_LOADED = byListDataset((id) => {
  const { short, dataset } = listRow(id)
  return `La lista ${short} todavía no está cargada; se carga con «chasqui data sync ${dataset}»`
})

type Setting = readonly [value: string, meaning: string]

/** Default and meaning of each setting. */
export const LIST_SETTINGS = {
  CHASQUI_LISTS: [
    DEFAULT_LISTS.join(','),
    `Lists that names are screened against and that are loaded, of ${LIST_IDS.join(',')}`,
  ] as Setting,
  ...(Object.fromEntries(
    LIST_IDS.map((id) => [listSetting(id), [listRow(id).address, listRow(id).about]]),
  ) as unknown as Record<ListSetting, Setting>),
}

/** Where each list is that is loaded, in the order of the table whatever that of the setting. */
export const listPlaces = (text: (name: 'CHASQUI_LISTS' | ListSetting) => string): Partial<Record<ListId, string>> => {
  const loaded = words('CHASQUI_LISTS', text('CHASQUI_LISTS').toUpperCase(), LIST_IDS)
  return Object.fromEntries(LIST_IDS.filter((id) => loaded.includes(id)).map((id) => [id, text(listSetting(id))]))
}
