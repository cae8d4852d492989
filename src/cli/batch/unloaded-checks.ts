import type { CheckDeps } from '../../batches/check/check-row.ts'
import { NOT_LOADED } from '../../config.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { shareSources } from '../../sources/remote-sources.ts'
import { openBatchLookups } from '../../thread-services.ts'

/** Checks over lists that are not there: they refuse what they refuse about a row, and answer nothing. */
export const unloadedChecks = (): CheckDeps => {
  const { providers } = shareSources({ answering: () => [] }, undefined)
  const { unloaded } = openBatchLookups({
    ...{ today: undefined, providers, notLoaded: NOT_LOADED, threads: 1, unconfigured: [] },
  })
  return { lookups: unloaded, clean: cleanQuery }
}
