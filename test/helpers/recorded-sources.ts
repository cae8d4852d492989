import type { LimaClock } from '../../src/domain/lima-time.ts'
import type { ProviderId } from '../../src/domain/records.ts'
import { openSources } from '../../src/sources/index.ts'
import type { LiveSources } from '../../src/sources/source.ts'
import { accountAt } from './ask-source.ts'
import { type UpstreamServer, upstreamServer } from './upstream-server.ts'
import type { World } from './world.ts'

export type RecordedSources = (pages: NonNullable<World['pages']>, clock: LimaClock) => LiveSources

/** Servers on loopback for these providers, and a way to open the real sources at them, with the pages they send. */
export const recordedSources = async (providers: readonly ProviderId[]): Promise<RecordedSources> => {
  const servers = new Map<string, UpstreamServer>()
  for (const id of providers) servers.set(id, await upstreamServer(() => null))
  return (pages, clock) => {
    const settings = Object.entries(pages).map(([id, page]) => {
      const server = servers.get(id)
      if (!server) throw new Error(`name ${id} in the recorded sources of the test app`)
      if (typeof page === 'function') server.answer(({ url = '' }) => page(url))
      else if (page !== 'no token') server.answer(() => (page === 'connection lost' ? null : page))
      const own = page === 'no token' ? {} : { token: 'the-operators-own', account: accountAt(server.url) }
      return [id, { origin: server.url, ...own }] as const
    })
    const options = { clock, userAgent: 'Chasqui/0.0 (+https://chasqui.test)', timeoutMs: 30_000, spacingMs: 0 }
    return openSources(Object.fromEntries(settings), options)
  }
}
