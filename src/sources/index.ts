import { aggregatorA } from './aggregators/a/index.ts'
import { aggregatorB } from './aggregators/b/index.ts'
import { centralBank, centralBankCatalogue } from './central-bank/index.ts'
import { insuranceRegistry } from './insurance-registry/index.ts'
import { openSourceList, type SourceOptions, type SourcesSettings } from './open-sources.ts'
import { publicDniDirectory } from './public-dni-directory/index.ts'
import type { LiveSources, Source } from './source.ts'
import { taxauth } from './taxauth/index.ts'
import { taxauthCpe } from './taxauth-cpe/index.ts'
import { taxauthTc, taxauthTcMonths } from './taxauth-tc/index.ts'

export { type OpenFleet, openFleets, SOURCES_MIGRATIONS } from './fleet/index.ts'
export { logSourceEvent, type SourcesSettings } from './open-sources.ts'

/** Every live source, in the order in which they are tried. */
export const sources: readonly Source[] = [
  taxauth,
  publicDniDirectory,
  aggregatorA,
  aggregatorB,
  taxauthTc,
  taxauthTcMonths,
  centralBank,
  centralBankCatalogue,
  insuranceRegistry,
  taxauthCpe,
]

/** Opens every source that has settings, each behind a guard of its own. */
export const openSources = (settings: SourcesSettings, options: SourceOptions): LiveSources =>
  openSourceList(sources, settings, options)
