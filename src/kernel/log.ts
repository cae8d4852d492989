import { type DestinationStream, type Logger, pino } from 'pino'
import { bufferedOutput } from './buffered-output.ts'
import { Failure } from './errors.ts'

/** JSON lines with outcomes, never with people. */
export type Log = Logger & {
  /** A line whose fields are JSON already: the access line, which pino would make slower (`npm run bench -- http`). */
  line(fields: string): void
  /** Whole lines that another thread has written. */
  copy(lines: string): void
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A log to standard output, written in the background; `flush` it before the process ends. */
export const openLog = (to: DestinationStream = bufferedOutput(1), level: LogLevel = 'info'): Log => {
  const timestamp = isoTimestamp()
  const log = pino({ base: null, timestamp, level }, to)
  const line = (fields: string): void => to.write(`{"level":30${timestamp()},${fields}}\n`)
  return Object.assign(log, {
    line: log.isLevelEnabled('info') ? line : () => {},
    copy: (lines: string): void => void to.write(lines),
  })
}

export const silentLog = (): Log => Object.assign(pino({ level: 'silent' }), { line: () => {}, copy: () => {} })

/** The time as pino's field. Many lines share one millisecond, so its text is made once. */
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

/** What may be logged of an error: its name, code, frames and cause. Its message may quote the input, so it stays out. */
export const errorFacts = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return {
    error: error.name,
    code: (error as { code?: unknown }).code,
    detail: error instanceof Failure ? error.detail : undefined,
    stack: frames.map((line) => line.trim()).slice(0, 12),
    cause: error.cause === undefined ? undefined : errorFacts(error.cause),
  }
}
