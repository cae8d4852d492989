// The lists that names are screened against, one row each. Everything that names a list by its id, provider, setting or words
// reads this table; its folder is in `datasets/screening-lists/`. docs/adding-a-list.md adds one.

interface ListRow {
  /** Its dataset and its folder. The setting with its address is named after it. */
  dataset: string
  /** As answers name where they come from. */
  provider: string
  /** How people know it: `OFAC`; and who publishes it. */
  short: string
  publisher: string
  /** Whose site its pages are on, after `el sitio`. */
  site: string
  /** Where it is published; what of it the setting names, for the operator in Spanish, and for the documentation. */
  address: string
  place: 'archivo' | 'carpeta'
  about: string
  /** How often its publisher is asked. */
  cadenceHours: number
  /** Its entries begin and end by themselves: what is in force depends on the day. */
  ends?: true
  /** What must be said of every match, where it is no asset freeze. */
  notice?: string
}

/** By the name that the wire has for it, in the order in which they are asked and told. */
export const LISTS = {
  US: {
    dataset: 'us',
    provider: 'us-list',
    short: 'OFAC',
    publisher: 'Tesoro de Estados Unidos',
    site: 'de la OFAC',
    address: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports',
    place: 'carpeta',
    about: 'Base address or folder of the US list files',
    cadenceHours: 24,
  },
  UN: {
    dataset: 'un',
    provider: 'un-list',
    short: 'ONU',
    publisher: 'Consejo de Seguridad',
    site: 'de la ONU',
    address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
    place: 'archivo',
    about: 'The UN list as XML: address or path',
    cadenceHours: 24,
  },
  UE: {
    dataset: 'eu',
    provider: 'eu-list',
    short: 'UE',
    publisher: 'Comisión Europea',
    site: 'de la Unión Europea',
    address: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    place: 'archivo',
    about: "The EU list as XML 1.1: address, with the publisher's token in it, or path",
    cadenceHours: 24,
  },
  UK: {
    dataset: 'uk',
    provider: 'uk-list',
    short: 'Reino Unido',
    publisher: 'Ministerio de Relaciones Exteriores del Reino Unido',
    site: 'del Gobierno británico',
    address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml',
    place: 'archivo',
    about: 'The UK list as XML or CSV: address or path',
    cadenceHours: 24,
  },
  BID: {
    dataset: 'bid',
    provider: 'bid-list',
    short: 'BID',
    publisher: 'Banco Interamericano de Desarrollo',
    site: 'del BID',
    address:
      'https://data.iadb.org/api/action/datastore_search?resource_id=cd0bd9ac-18c6-44bc-8592-9be468c2efd9&limit=20000',
    place: 'archivo',
    about: "The IDB list: address of its data store or of its CSV, or a path (CSV, XLSX or the store's JSON)",
    cadenceHours: 7 * 24,
    ends: true,
    notice:
      'Lo que figura en la lista del BID es una inhabilitación para contratar con bancos de desarrollo, no un congelamiento de activos.',
  },
} as const satisfies Record<string, ListRow>

export type ListId = keyof typeof LISTS
export type ListDataset = (typeof LISTS)[ListId]['dataset']
export type ListProvider = (typeof LISTS)[ListId]['provider']

export const LIST_IDS = Object.keys(LISTS) as ListId[]

/** The lists that a question asks unless it names others. */
export const DEFAULT_LISTS = ['US', 'UN'] as const satisfies ListId[]

/** What the number that the UN gives to a party is called in what another list says of it. */
export const UN_REFERENCE = 'UN reference number'

/** The row of a list, as what every row has. */
export const listRow = (id: ListId): ListRow & { dataset: ListDataset; provider: ListProvider } => LISTS[id]

/** Something of each list, by its dataset. */
export const byListDataset = <Value>(of: (id: ListId) => Value): Record<ListDataset, Value> =>
  Object.fromEntries(LIST_IDS.map((id) => [LISTS[id].dataset, of(id)])) as Record<ListDataset, Value>
