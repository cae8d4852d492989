// The lists that names are screened against, one row each. Everything that names a list by its id, provider, setting or words
// reads this table; its folder is in `datasets/screening-lists/`. docs/adding-a-list.md adds one.

interface ListRow {
  /** Its dataset and its folder. The setting with its address is named after it. */
  dataset: string
  /** As answers name where they come from. */
  provider: string
  /** How people know it: `OFAC`; of whom it is, in few words, and who publishes it. */
  short: string
  of: string
  publisher: string
  /** Whose site its pages are on, with the article. */
  site: string
  /** Where it is published; what of it the setting names, for the operator in Spanish, and for the documentation. */
  address: string
  place: 'archivo' | 'carpeta'
  about: string
  /** How often its publisher is asked. */
  cadenceHours: number
  /** What must be said of every match, where it is no asset freeze. */
  notice?: string
}

/** By the name that the wire has for it, in the order in which they are asked and told. */
export const LISTS = {
  US: {
    dataset: 'us',
    provider: 'us-list',
    short: 'OFAC',
    of: 'Estados Unidos',
    publisher: 'Tesoro de Estados Unidos',
    site: 'la OFAC',
    address: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports',
    place: 'carpeta',
    about: 'Base address or folder of the US list files',
    cadenceHours: 24,
  },
  UN: {
    dataset: 'un',
    provider: 'un-list',
    short: 'ONU',
    of: 'Consejo de Seguridad',
    publisher: 'Consejo de Seguridad',
    site: 'la ONU',
    address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
    place: 'archivo',
    about: 'The UN list as XML: address or path',
    cadenceHours: 24,
  },
} as const satisfies Record<string, ListRow>

export type ListId = keyof typeof LISTS
export type ListDataset = (typeof LISTS)[ListId]['dataset']
export type ListProvider = (typeof LISTS)[ListId]['provider']

export const LIST_IDS = Object.keys(LISTS) as ListId[]

/** The lists that a question asks unless it names others. */
export const DEFAULT_LISTS = ['US', 'UN'] as const satisfies ListId[]

/** The row of a list, as what every row has. */
export const listRow = (id: ListId): ListRow & { dataset: ListDataset; provider: ListProvider } => LISTS[id]

/** Something of each list, by its dataset. */
export const byListDataset = <Value>(of: (id: ListId) => Value): Record<ListDataset, Value> =>
  Object.fromEntries(LIST_IDS.map((id) => [LISTS[id].dataset, of(id)])) as Record<ListDataset, Value>
