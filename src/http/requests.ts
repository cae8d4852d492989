import type { Server } from 'node:http'

/** Requests that were received whole and not yet answered. */
export interface Requests {
  /** Resolves as soon as nobody waits for an answer. */
  settled(): Promise<void>
}

export const watchRequests = (server: Server): Requests => {
  let open = 0
  let waiting: (() => void)[] = []
  server.on('request', (_request, response) => {
    open++
    response.once('close', () => {
      open--
      if (open > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    })
  })
  return {
    settled: async () => {
      if (open > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
