import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Log } from '../../kernel/log.ts'
import { jwsSigner } from '../../kernel/signing/jws.ts'
import type { Services } from '../../services.ts'
import { EVENTS_TYPE } from '../../watch/verify-events.ts'
import { openWatch, type Watch, type WatchRequests } from '../../watch/watch.ts'
import { openWebhooks, type WebhookRequests } from '../../watch/webhooks/webhooks.ts'
import type { BatchThread } from './batch-thread.ts'

/** The watch of a running service, with its webhooks. */
export interface ServiceWatch extends Pick<Watch, 'activity' | 'stop'> {
  requests: WatchRequests & WebhookRequests
}

/** Opens the watch in the main thread; subjects are screened in the thread of batches. */
export const openServiceWatch = (
  { privateWebhooks: allowPrivate, contact }: Pick<Config, 'privateWebhooks' | 'contact'>,
  services: Services,
  log: Log,
  screener: BatchThread,
): ServiceWatch => {
  const { watchStore, accounts, clock, signingKeys, batchStore, datasetStatuses, version } = services
  const newId = (): string => randomBytes(16).toString('hex')
  const watch = openWatch({
    ...watchStore,
    ...{ accounts, clock, log, screener, instanceId: batchStore.instanceId, newId },
    editions: () =>
      datasetStatuses().flatMap(({ id, edicion, sha256 }) =>
        edicion === null || sha256 === null ? [] : [{ id, edicion, sha256 }],
      ),
    // The key may change while the service runs.
    sign: (head) => jwsSigner(EVENTS_TYPE, signingKeys.current().signing)(head),
  })
  const dialing = { allowPrivate, userAgent: `Chasqui/${version} (+${contact})` }
  const webhooks = openWebhooks({ ...watchStore, clock, log, newId, dialing })
  return {
    requests: { ...watch.requests, ...webhooks.requests },
    activity: watch.activity,
    stop: async () => {
      await Promise.all([watch.stop(), webhooks.stop()])
    },
  }
}
