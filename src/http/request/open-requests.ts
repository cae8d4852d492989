import type { ServerResponse } from 'node:http'

const SWEEP_FROM = 256
const POLL_MS = 20

/** The requests that were received and not yet answered, for a server that will be drained. */
export interface OpenRequests {
  begin(response: ServerResponse): void
  end(response: ServerResponse): void
  /** Resolves as soon as nobody waits for an answer. */
  settled(): Promise<void>
}

/** Requests whose caller hung up never reach `end`: they are swept out when many are open, and before a drain. */
export const trackRequests = (): OpenRequests => {
  const open = new Set<ServerResponse>()
  let sweepAt = SWEEP_FROM
  const sweep = (): void => {
    for (const response of open) if (response.destroyed || response.writableFinished) open.delete(response)
    sweepAt = Math.max(SWEEP_FROM, open.size * 2)
  }
  return {
    begin(response) {
      open.add(response)
      if (open.size >= sweepAt) sweep()
    },
    end: (response) => void open.delete(response),
    async settled() {
      for (sweep(); open.size > 0; sweep()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    },
  }
}
