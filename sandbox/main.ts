import { type Faults, openFaults } from './faults.ts'
import { serveUpstream } from './serve-upstream.ts'
import type { PretendHandler, PretendUpstream } from './upstream.ts'
import { upstreams as allUpstreams } from './upstreams/index.ts'

export type { Fault, Faults } from './faults.ts'
export { FAULTS, isFault } from './faults.ts'
export { SAMPLE_QUESTIONS } from './world/sample-questions.ts'

export interface SandboxOptions {
  /** All of them by default. */
  upstreams?: readonly PretendUpstream[]
  /** Decides when a fault with a time limit is over. */
  now?: () => number
  /** Lima's date as the pretend publishers see it (`YYYY-MM-DD`); the real one by default. */
  today?: string | undefined
}

export interface Sandbox {
  /** The `CHASQUI_*` settings that lead the service to the pretend upstreams. */
  settings: Record<string, string>
  faults: Faults
  close(): Promise<void>
}

/** Starts the pretend upstreams, each on a loopback port of its own. */
export const startSandbox = async ({ upstreams = allUpstreams, now, today }: SandboxOptions = {}): Promise<Sandbox> => {
  const faults = openFaults(upstreams, now)
  const served = await Promise.all(upstreams.map((upstream) => serveUpstream(withToday(upstream, today), faults)))
  const settings = upstreams.map((upstream, i) => upstream.settings((served[i] as { address: string }).address))
  return {
    settings: Object.assign({}, ...settings),
    faults,
    close: async () => {
      await Promise.all(served.map((server) => server.close()))
    },
  }
}

/** The same upstream, with every handler given the date. */
const withToday = (upstream: PretendUpstream, today: string | undefined): PretendUpstream => {
  const dated =
    (handle: PretendHandler): PretendHandler =>
    (request) =>
      handle(request, today)
  const faults = Object.entries(upstream.faults ?? {}).map(([fault, handle]) => [fault, dated(handle)])
  return { ...upstream, handle: dated(upstream.handle), faults: Object.fromEntries(faults) }
}
