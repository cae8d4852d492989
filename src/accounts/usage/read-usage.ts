import type { LimaClock } from '../../domain/lima-time.ts'
import type { AccountUsage, Store } from '../store/store.ts'

const LOOK_EVERY_MS = 20
const LOOKS = 40

/** Usage of one Lima month (`YYYY-MM`). Running servers are asked for their latest counts first, and not waited for long. */
export const readUsage = async (
  store: Store,
  month: string,
  clock: LimaClock,
  pause: (ms: number) => Promise<unknown>,
): Promise<AccountUsage[]> => {
  await store.callReports(month, clock.now())
  for (let look = 0; look < LOOKS && (await store.missingReports(month, clock.now())) > 0; look++) {
    await pause(LOOK_EVERY_MS)
  }
  return store.usage(month, clock.now())
}
