import { type Faults, openFaults } from './faults.ts'
import { serveUpstream } from './serve-upstream.ts'
import type { PretendUpstream } from './upstream.ts'
import { upstreams as allUpstreams } from './upstreams/index.ts'

export type { ActiveFault, Fault, FaultOptions, Faults } from './faults.ts'
export { FAULTS, isFault } from './faults.ts'

export interface SandboxOptions {
  /** All of them unless said. */
  upstreams?: readonly PretendUpstream[]
  /** Decides when a fault with a time limit is over. */
  now?: () => number
}

export interface Sandbox {
  /** The `CHASQUI_*` settings that lead the service to the pretend upstreams. */
  settings: Record<string, string>
  faults: Faults
  close(): Promise<void>
}

/** Starts the pretend upstreams, each on a loopback port of its own. */
export const startSandbox = async ({ upstreams = allUpstreams, now }: SandboxOptions = {}): Promise<Sandbox> => {
  const faults = openFaults(upstreams, now)
  const served = await Promise.all(upstreams.map((upstream) => serveUpstream(upstream, faults)))
  const settings = upstreams.map((upstream, i) => upstream.settings((served[i] as { address: string }).address))
  return {
    settings: Object.assign({}, ...settings),
    faults,
    close: async () => {
      await Promise.all(served.map((server) => server.close()))
    },
  }
}
