import { errorFacts, type Log } from '../kernel/log.ts'

/** A second signal within this time belongs to the first: a terminal and its supervisor both send one. */
const SECOND_SIGNAL_MS = 2_000
/** How long a start under way may go on after a signal. Files are written so that it can end at any moment. */
const START_MS = 1_000

interface Stoppable {
  stop(): Promise<void>
}

/**
 * Starts a service and runs it until SIGTERM or SIGINT, then lets requests finish and exits with 0, also when the signal
 * comes during the start. Another signal after two seconds exits at once. `start` gives null when it could not start.
 */
export const runUntilSignal = async (log: Log, start: () => Promise<Stoppable | null>): Promise<void> => {
  let service: Stoppable | null = null
  let stoppingSince = 0
  let startLimit: NodeJS.Timeout | undefined
  const exit = (code: number): void => log.flush(() => process.exit(code))
  const stop = ({ stop }: Stoppable): void =>
    void stop().then(
      () => exit(0),
      () => exit(1),
    )
  const onSignal = (): void => {
    if (stoppingSince !== 0) {
      if (Date.now() - stoppingSince > SECOND_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    if (service) stop(service)
    else startLimit = setTimeout(exit, START_MS, 0).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) takeOver(signal, onSignal)
  // Sent when a terminal closes, and by tools that rotate logs. There is nothing to read anew.
  process.on('SIGHUP', () => {})
  // The state is unknown now. The log says where it broke, never with which data; the supervisor starts it again.
  process.on('uncaughtException', (error) => {
    log.fatal(errorFacts(error), 'the service broke')
    exit(1)
  })
  service = await start()
  clearTimeout(startLimit)
  if (service && stoppingSince !== 0) stop(service)
}

/** Takes a signal over from the listener of the program's entry. Added first: a moment without any listener loses signals. */
const takeOver = (signal: NodeJS.Signals, listener: () => void): void => {
  const earlier = process.listeners(signal)
  process.on(signal, listener)
  for (const one of earlier) process.off(signal, one)
}
