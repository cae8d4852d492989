import type { Readable } from 'node:stream'

/** Between two chunks of an account, of 64 KB each: 30 MB a second are no load, and more than most lines have. */
const CHUNK_MS = 2
/** Of one refused file. */
const MOST_DISCARDED_BYTES = 64 * 2 ** 20

/** Pauses a body and reads on when its turn has come. */
export type Pace = (body: Readable) => void

/** The pace of one account's files: whoever sends as fast as it can must not keep the thread from other requests. */
export const bodyPace = (): Pace => {
  const paused: Readable[] = []
  const resumeNext = (): void => {
    paused.shift()?.resume()
    if (paused.length > 0) setTimeout(resumeNext, CHUNK_MS)
  }
  return (body) => {
    paused.push(body.pause())
    if (paused.length === 1) setTimeout(resumeNext, CHUNK_MS)
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
    else pace(body)
  })
  body.resume()
}
