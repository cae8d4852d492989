import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

/** One call as the source saw it. */
export interface RecordedCall {
  path: string
  start: number
  end: number
}

/** A source on loopback that takes its time for every answer and notes when each call began and ended. */
export const recordingServer = async (answer: (path: string) => unknown, takesMs: number) => {
  const calls: RecordedCall[] = []
  const server = createServer(async (message, reply) => {
    const path = message.url ?? ''
    const call = { path, start: performance.now(), end: Number.POSITIVE_INFINITY }
    calls.push(call)
    await pause(takesMs)
    call.end = performance.now()
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(answer(path)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The shortest time between the end of one call and the beginning of the next; negative when two were under way at once. */
export const shortestPause = (calls: readonly RecordedCall[]): number =>
  Math.min(...calls.map(({ start }, i) => start - (calls[i - 1]?.end ?? Number.NEGATIVE_INFINITY)))
