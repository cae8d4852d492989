import { type OpenSources, openSourceList, type SourceOptions, type SourcesSettings } from './open-sources.ts'
import type { Source } from './source.ts'

export type { OpenSources, SourceOptions, SourcesSettings } from './open-sources.ts'

/** Every live source, in the order of trial. */
export const sources: readonly Source[] = []

/** Opens every source that has settings, each behind a guard of its own. */
export const openSources = (settings: SourcesSettings, options: SourceOptions): OpenSources =>
  openSourceList(sources, settings, options)
