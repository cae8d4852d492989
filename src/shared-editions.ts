import type { SigningKeys } from './certificates/index.ts'
import type { Config } from './config.ts'
import { type Dataset, type EditionReader, keepPublished, openTrustedKeys, type Publication } from './datasets/index.ts'
import type { LimaClock } from './domain/lima-time.ts'
import type { Log } from './kernel/log.ts'
import { version } from './kernel/version.ts'

// What an installation needs to take editions from others, and to publish its own.

// Publishers of files have refused user agents that do not begin like a browser's.
export const downloadUserAgent = ({ contact }: Config): string =>
  `Mozilla/5.0 (compatible; Chasqui/${version}; +${contact})`

/** The keys of the installations whose editions are taken; undefined when none are named. */
export const trustedKeys = (config: Config) =>
  openTrustedKeys({
    from: config.editions.key,
    setting: 'CHASQUI_EDITIONS_KEY',
    userAgent: downloadUserAgent(config),
  })

interface PublicationDeps {
  datasets: readonly Dataset<EditionReader>[]
  signingKeys: SigningKeys
  clock: LimaClock
  log: Log
}

/** Null when the settings name no folder to publish into. */
export const openPublication = (
  config: Config,
  { datasets, signingKeys, clock, log }: PublicationDeps,
): Publication | null => {
  const { dataDir, editions } = config
  if (!editions.publish) return null
  const trusted = trustedKeys(config)
  return keepPublished({ dataDir, folder: editions.publish, datasets, clock, log, keys: signingKeys.current, trusted })
}
