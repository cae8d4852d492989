import { type DestinationStream, destination, type Logger, pino } from 'pino'

/** JSON lines with outcomes, never with people. */
export type Log = Logger

const BUFFER_BYTES = 65_536
const FLUSH_MS = 250
// When nobody reads our output any more, lines are dropped rather than kept for ever.
const UNREAD_BYTES = 8 * 1024 * 1024

/** A log that is written behind the requests' backs, a buffer at a time; `flush` it before the process ends. */
export const openLog = (to: DestinationStream = bufferedOutput()): Log =>
  pino({ base: null, timestamp: isoTimestamp() }, to)

export const silentLog = (): Log => pino({ level: 'silent' })

const bufferedOutput = (): DestinationStream => {
  const output = destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: 2 * BUFFER_BYTES,
    maxLength: UNREAD_BYTES,
  })
  setInterval(() => output.flush(), FLUSH_MS).unref()
  return output
}

/** Many lines share one millisecond, so its text is made once. */
const isoTimestamp = (): (() => string) => {
  let lastMs = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== lastMs) {
      lastMs = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

/** What may be told of an unexpected error: its name, code and frames. Its message may quote the input, so it stays out. */
export const errorFacts = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return {
    error: error.name,
    code: (error as { code?: unknown }).code,
    stack: frames.map((line) => line.trim()).slice(0, 12),
  }
}
