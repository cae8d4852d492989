import type { Config } from '../config.ts'
import type { PublishSettings } from '../datasets/index.ts'
import { limaClock } from '../domain/lima-time.ts'
import { datasetsOf, openKeys } from '../services.ts'
import { fleetTurnOf, withDatabase } from '../shared-database.ts'
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
