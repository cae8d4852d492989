import { randomBytes } from 'node:crypto'
import type { Log } from '../../kernel/log.ts'
import { jwsSigner } from '../../kernel/signing/jws.ts'
import type { Services } from '../../services.ts'
import { EVENTS_TYPE } from '../../watch/verify-events.ts'
import { openWatch, type Watch } from '../../watch/watch.ts'
import type { BatchThread } from './batch-thread.ts'

/** Opens the watch in the main thread; subjects are screened in the thread of batches. */
export const openServiceWatch = (services: Services, log: Log, screener: BatchThread): Watch => {
  const { watchStore, accounts, clock, signingKeys, batchStore, datasetStatuses } = services
  return openWatch({
    ...watchStore,
    ...{ accounts, clock, log, screener, instanceId: batchStore.instanceId },
    editions: () =>
      datasetStatuses().flatMap(({ id, edicion, sha256 }) =>
        edicion === null || sha256 === null ? [] : [{ id, edicion, sha256 }],
      ),
    // The key may change while the service runs.
    sign: (head) => jwsSigner(EVENTS_TYPE, signingKeys.current().signing)(head),
    newId: () => randomBytes(16).toString('hex'),
  })
}
