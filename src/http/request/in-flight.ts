import type { ServerResponse } from 'node:http'

const SWEEP_FROM = 256
const LOOK_MS = 20

/** Requests that were received whole and not yet answered. */
export interface Requests {
  begin(response: ServerResponse): void
  end(response: ServerResponse): void
  /** Resolves as soon as nobody waits for an answer. */
  settled(): Promise<void>
}

/** Told of every beginning and every answer; callers who hung up are noticed when it matters. */
export const watchRequests = (): Requests => {
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
      for (sweep(); open.size > 0; sweep()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    },
  }
}
