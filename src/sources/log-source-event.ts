import type { ProviderId } from '../domain/records.ts'
import type { GuardEvent } from '../kernel/guard/guard.ts'
import type { Log } from '../kernel/log.ts'

/** What an operator must hear of a source: that it changed its format or tripped over our bug, and when it closes or opens to us. */
export const logSourceEvent =
  (log: Log) =>
  (source: ProviderId, event: GuardEvent): void => {
    if (event.type !== 'called') return log.warn({ source, event: event.type }, 'source state changed')
    if (event.outcome !== 'upstream-changed' && event.outcome !== 'bug') return
    log.error({ source, outcome: event.outcome, detail: event.detail }, 'source answer not understood')
  }
