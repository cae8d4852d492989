import type { Config } from '../config.ts'
import type { PublishSettings } from '../datasets/index.ts'
import { limaClock } from '../domain/lima-time.ts'
import { silentLog } from '../kernel/log.ts'
import { openTogether } from '../kernel/open-together.ts'
import { type AnswersOptions, datasetsOf, openAnswers, openKeys } from '../services.ts'
import { fleetTurnOf, openSharedDatabase, withDatabase } from '../shared-database.ts'
import { trustedKeys } from '../shared-editions.ts'
import { configFromEnvironment } from './environment.ts'
import { openSandbox } from './open-sandbox.ts'

/** The settings of the commands that work on the store. */
export const storeSettings = (mode: Config['mode']) => {
  const config = configFromEnvironment(mode)
  return { ...config, clock: limaClock(config.today) }
}

/** The settings of the commands that work on the mirrored lists; the sandbox has pretend publishers, which `close` ends. */
export const dataSettings = async (mode: Config['mode']) => {
  const sandbox = mode === 'sandbox' ? await openSandbox() : null
  const config = sandbox?.config ?? configFromEnvironment('live')
  const clock = limaClock(config.today)
  return {
    ...{ ...config, clock, datasets: datasetsOf(config, clock), fleetTurn: fleetTurnOf({ ...config, mode }) },
    floor: config.datasetFloor ?? undefined,
    withKeys: <Result>(work: (keys: Pick<PublishSettings, 'keys' | 'trusted'>) => Promise<Result>) =>
      withDatabase({ ...config, mode }, async (database) => {
        const { current: keys, close } = await openKeys(config, clock, database)
        return work({ keys, trusted: trustedKeys(config) }).finally(close)
      }),
    close: async () => sandbox?.close(),
  }
}

/** Opens what a command answers with in this process: the local editions and the sources. */
export const openLocalAnswers = (mode: 'live' | 'sandbox', options: Pick<AnswersOptions, 'only'> = {}) =>
  openTogether(async (keep) => {
    const sandbox = keep(mode === 'sandbox' ? await openSandbox() : null)
    // A command must not wait for a download; `data sync` and servers refresh the datasets, and what they load is taken up here.
    const config = sandbox?.config ?? { ...configFromEnvironment('live'), refresh: 'off' as const }
    const database = keep(await openSharedDatabase(config))
    const answers = keep(await openAnswers(config, limaClock(config.today), silentLog(), { ...options, database }))
    await answers.firstEditions()
    return { ...answers, config, database }
  })
