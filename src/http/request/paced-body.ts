import type { Readable } from 'node:stream'

/** Between two chunks of an account, of 64 KB each: some 30 MB a second. */
const CHUNK_MS = 2
/** So much an account sends like that. What it has not used for a while it may use later. */
const BURST_BYTES = 32 * 2 ** 20
/**
 * Afterwards 4 MB a second. Each 16 MB of bodies make V8 collect everything that the thread holds, which takes it 7 to 20 ms: at
 * 30 MB a second that was the p99 of all others (`npm run bench -- batches --hostile`).
 */
const BYTES_PER_MS = (4 * 2 ** 20) / 1_000
/** Of one refused file. */
const MOST_DISCARDED_BYTES = 64 * 2 ** 20

/** Pauses a body after so many bytes, and reads on when its turn has come. */
export type Pace = (body: Readable, bytes: number) => void

/** The pace of one account's files: whoever sends as fast as it can must not keep the thread from other requests. */
export const bodyPace = (now = (): number => performance.now()): Pace => {
  const paused: Readable[] = []
  let left = BURST_BYTES
  let countedAt = now()
  const delayMs = (): number => {
    left = Math.min(BURST_BYTES, left + (now() - countedAt) * BYTES_PER_MS)
    countedAt = now()
    return Math.max(CHUNK_MS, -left / BYTES_PER_MS)
  }
  const resumeNext = (): void => {
    paused.shift()?.resume()
    if (paused.length > 0) setTimeout(resumeNext, delayMs())
  }
  return (body, bytes) => {
    left -= bytes
    paused.push(body.pause())
    if (paused.length === 1) setTimeout(resumeNext, delayMs())
  }
}

/**
 * Reads what still comes of a refused file and throws it away: a closed connection could take the answer with it. Whoever never
 * stops is cut off.
 */
export const discardBody = (body: Readable, pace: Pace): void => {
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_DISCARDED_BYTES) body.destroy()
    else pace(body, chunk.length)
  })
  body.resume()
}
