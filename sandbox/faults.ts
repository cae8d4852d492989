import type { PretendUpstream } from './upstream.ts'

export const FAULTS = [
  'slow',
  'hang',
  'down',
  'reset',
  'truncate',
  'error',
  'rate-limited',
  'captcha',
  'firewall',
  'redesigned',
  'wrong-type',
  'garbage',
  'other-record',
] as const
export type Fault = (typeof FAULTS)[number]

export const isFault = (text: string): text is Fault => FAULTS.some((fault) => fault === text)

export interface FaultOptions {
  /** The fault ends by itself after this long. */
  forMs?: number | undefined
  /** How long a slow upstream takes (2,000 by default). */
  delayMs?: number | undefined
  /** The status of `error` (502 by default). */
  status?: number | undefined
  /** What `rate-limited` asks for in `Retry-After` (5 by default). */
  retryAfterSeconds?: number | undefined
}

export interface ActiveFault extends FaultOptions {
  fault: Fault
  /** Milliseconds since the epoch, or null when it lasts until it is ended. */
  until: number | null
}

/** The faults that are active, by upstream. */
export interface Faults {
  /** Starts a fault, or ends it with null. Throws a RangeError for an unknown upstream or fault. */
  set(upstreamId: string, fault: Fault | null, options?: FaultOptions): void
  current(upstreamId: string): ActiveFault | null
  list(): { upstream: string; supported: readonly Fault[]; active: ActiveFault | null }[]
  /** Ends all faults. */
  clear(): void
}

export const openFaults = (upstreams: readonly PretendUpstream[], now: () => number = Date.now): Faults => {
  const active = new Map<string, ActiveFault>()

  const current = (id: string): ActiveFault | null => {
    const fault = active.get(id)
    if (fault?.until != null && now() >= fault.until) active.delete(id)
    return active.get(id) ?? null
  }

  const set = (id: string, fault: Fault | null, options: FaultOptions = {}): void => {
    const upstream = upstreams.find((one) => one.id === id)
    if (!upstream) throw new RangeError(`no pretend upstream is called ${id}`)
    if (fault === null) return void active.delete(id)
    if (!supportedBy(upstream).includes(fault)) throw new RangeError(`${id} cannot play ${fault}`)
    active.set(id, { ...options, fault, until: options.forMs === undefined ? null : now() + options.forMs })
  }

  return {
    set,
    current,
    list: () =>
      upstreams.map((upstream) => ({
        upstream: upstream.id,
        supported: supportedBy(upstream),
        active: current(upstream.id),
      })),
    clear: () => active.clear(),
  }
}

/** Only an upstream that has a handler of its own for it can answer about another record. */
const supportedBy = (upstream: PretendUpstream): readonly Fault[] =>
  upstream.faults?.['other-record'] ? FAULTS : FAULTS.filter((fault) => fault !== 'other-record')
