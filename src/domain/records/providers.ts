import type { ListProvider } from '../lists.ts'

/** Every live provider, in the order `/api/health` lists them. The only values of `proveedor`, and of `fuente` outside the lists. */
export const PROVIDER_IDS = [
  'taxauth-scraper',
  'public-dni-directory',
  'aggregator-a',
  'aggregator-b',
  'taxauth-tc',
  'central-bank',
  'insurance-registry',
  'taxauth-cpe',
] as const
/** Who may be named as `proveedor` of a question, in the order in which they are asked. */
export const RUC_PROVIDERS = ['taxauth-scraper', 'aggregator-a', 'aggregator-b'] as const
export const DNI_PROVIDERS = ['taxauth-scraper', 'public-dni-directory', 'aggregator-a', 'aggregator-b'] as const

export type ProviderId = (typeof PROVIDER_IDS)[number]

/** Where an answer came from; becomes the `Chasqui-Source` header. */
export interface Origin {
  provider: ProviderId | 'procurement-list' | 'procurement-courts' | 'procurement-people' | ListProvider
  channel: 'register' | 'live' | 'cache' | 'list'
  /** Date of the edition or publication, when there is one. */
  edition?: string | undefined
  /** The publisher gave the edition no date: it is that of the copy. */
  undated?: boolean | undefined
  /** Which of the two publications of a list it is: the agency's open data, or the export of a page. */
  kind?: 'open-data' | 'export' | undefined
  /** SHA-256 of the publisher's file behind an edition. */
  sha256?: string | undefined
}
