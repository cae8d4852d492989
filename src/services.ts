import type {
  CompanyMatch,
  ExchangeRate,
  PersonNames,
  PersonSearch,
  Policy,
  SanctionSearch,
  Screening,
  Series,
  Taxpayer,
} from './domain/records.ts'
import type { Answer } from './lookups/answer.ts'

type Asked<Fields extends string> = { [Field in Fields]?: string | undefined }
type Lookup<Fields extends string, Data> = (query: Asked<Fields>) => Answer<Data> | Promise<Answer<Data>>

/** The nine questions, as the edge and the command line ask them. */
export interface Lookups {
  persona: Lookup<'nombre' | 'dni' | 'detalle', PersonSearch>
  ruc: Lookup<'numero' | 'proveedor', Taxpayer>
  dni: Lookup<'numero' | 'proveedor', PersonNames>
  nombre: Lookup<'q' | 'limite', CompanyMatch[]>
  sanciones: Lookup<'ruc' | 'nombre', SanctionSearch>
  soat: Lookup<'placa' | 'numero', Policy>
  tipoCambio: Lookup<'fecha', ExchangeRate>
  indicadores: Lookup<'codigo' | 'desde' | 'hasta', Series>
  aml: Lookup<'nombre' | 'documento' | 'detalle', Screening>
}
export interface Services {
  accounts: import('./accounts/accounts.ts').Accounts
  lookups: Lookups
  sources: import('./sources/source.ts').LiveSources
  health: () => import('./http/routes/health.ts').HealthReport
  clock: import('./domain/lima-time.ts').LimaClock
  version: string
  datasetStatuses(): readonly import('./datasets/dataset.ts').DatasetStatus[]
  close(): Promise<void>
}
