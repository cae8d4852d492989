import { connect } from 'node:net'

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface LoadPlan {
  port: number
  path: string
  /** Asked one after the other over all connections, in place of `path`. */
  paths?: readonly string[] | undefined
  headers: Record<string, string>
  connections: number
  seconds: number
  /** How long each connection lets pass between two questions; without it the next one follows the answer. */
  everyMs?: number | undefined
  /** Every answer must have this status; its body must pass, given with its path. */
  expectStatus?: number
  checkBody: (body: string, path: string) => void
}

interface Asked {
  path: string
  bytes: Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = Buffer.from('\r\ncontent-length: ')
const BUFFER_BYTES = 65_536

/** Keeps `connections` requests in flight over raw sockets, which cost so little that the server is what is measured. */
export const runLoad = async (plan: LoadPlan): Promise<LoadResult> => {
  const latencies: number[] = []
  const requests = (plan.paths ?? [plan.path]).map((path) => ({ path, bytes: requestFor(path, plan.headers) }))
  let asked = 0
  const nextRequest = (): Asked => requests[asked++ % requests.length] as Asked
  const startedAt = performance.now()
  const endAt = startedAt + plan.seconds * 1000
  await Promise.all(Array.from({ length: plan.connections }, () => oneConnection(plan, nextRequest, endAt, latencies)))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { requests: latencies.length, perSecond: latencies.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

const requestFor = (path: string, headers: Record<string, string>): Buffer => {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('')}\r\n`)
}

/**
 * The answer is looked at as bytes, in one buffer that the connection keeps: as text it would cost the generator as much as
 * the server, which has to share the cores with it.
 */
const oneConnection = (plan: LoadPlan, nextRequest: () => Asked, endAt: number, latencies: number[]): Promise<void> => {
  const expected = `HTTP/1.1 ${plan.expectStatus ?? 200} `
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
    let sentAt = 0
    let path = ''
    let received: Buffer | null = null
    let count = 0
    const send = (): void => {
      const request = nextRequest()
      path = request.path
      sentAt = performance.now()
      socket.write(request.bytes)
    }
    const onAnswer = (answer: Buffer, bodyStart: number): void => {
      const now = performance.now()
      latencies.push(now - sentAt)
      if (answer.toString('latin1', 0, expected.length) !== expected)
        return void socket.destroy(new Error(`unexpected answer: ${answer.toString('latin1', 0, 200)}`))
      if (count++ % 500 === 0) plan.checkBody(answer.toString('latin1', bodyStart), path)
      const waitMs = sentAt + (plan.everyMs ?? 0) - now
      if (now < endAt) return void (waitMs > 1 ? setTimeout(send, waitMs) : send())
      socket.end()
      resolve()
    }
    const onBytes = (length: number): boolean => {
      const piece = buffer.subarray(0, length)
      const answer: Buffer = received ? Buffer.concat([received, piece]) : piece
      const bodyStart = answer.indexOf(HEAD_END) + HEAD_END.length
      const isWhole = bodyStart >= HEAD_END.length && answer.length >= bodyStart + contentLength(answer, bodyStart)
      received = isWhole ? null : Buffer.from(answer)
      if (isWhole) onAnswer(answer, bodyStart)
      return true
    }
    const socket = connect({ port: plan.port, host: '127.0.0.1', onread: { buffer, callback: onBytes } })
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
  })
}

const contentLength = (answer: Buffer, headEnd: number): number => {
  const at = answer.indexOf(CONTENT_LENGTH) + CONTENT_LENGTH.length
  if (at < CONTENT_LENGTH.length || at > headEnd) throw new Error('an answer without its length')
  return Number.parseInt(answer.toString('latin1', at, at + 10), 10)
}
