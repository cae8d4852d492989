import { openThreadAccounts } from './accounts/thread-accounts.ts'
import type { AccountsSetup, AccountsTasks } from './accounts/thread-host.ts'
import { type KeySet, openCertifier } from './certificates/certifier.ts'
import type { Config } from './config.ts'
import { type DatasetId, followDatasets } from './datasets/attach.ts'
import type { RateHistory } from './datasets/exchange-rate-history/index.ts'
import { type LimaClock, limaClock } from './domain/lima-time.ts'
import { joinLookups } from './endpoints/join-lookups.ts'
import type { LookupDeps } from './endpoints/shared/endpoint.ts'
import type { AskParent } from './kernel/worker.ts'
import { offlineSources } from './sources/offline-sources.ts'
import { type ProviderNames, remoteSources, type SourceTasks } from './sources/remote-sources.ts'

export { type EditionFollower, type FollowerTasks, followerTasks, remoteFollower } from './datasets/attach.ts'

type History = LookupDeps['history']

/** What an HTTP thread asks of the thread that has the store, the sources and the history. */
export type ServiceTasks = AccountsTasks &
  SourceTasks & {
    publishedOn(fecha: string): ReturnType<RateHistory['publishedOn']>
    lastPublished(between: { desde: string; hasta: string }): ReturnType<RateHistory['lastPublished']>
    saveRates(rates: Parameters<RateHistory['save']>[0]): void
  }

/** What the services of an HTTP thread are opened with. */
export interface ServicesSetup {
  mode: Config['mode']
  today: string | undefined
  accounts: AccountsSetup
  providers: ProviderNames
  /** What is said of a dataset that was never loaded. */
  notLoaded: Record<DatasetId, string>
  /** Datasets that this installation has no address of. */
  unconfigured: readonly DatasetId[]
  /** HTTP threads of the process, this one included. */
  threads: number
  /** The keys of certificates. */
  signingKeys: KeySet
}

interface ThreadDeps {
  /** The number of this thread. */
  thread: number
  setup: ServicesSetup
  ask: AskParent
  /** Tells the thread with the store to look at the units of an account. */
  notice(accountId: string): void
}

/**
 * What an HTTP thread answers with. Registers and lists are read in this thread, over memory that all of them share; what
 * there is once in a process is asked of the thread that has it. Nothing is loaded here that only that thread needs.
 */
export const openThreadServices = ({ thread, setup, ask, notice }: ThreadDeps) => {
  const { mode, today } = setup
  const clock: LimaClock = limaClock(today)
  const { accounts, update } = openThreadAccounts({ ask, notice, thread, setup: setup.accounts, mode, clock })
  const { mirrors, follower, close } = followDatasets(setup.notLoaded)
  const sources = remoteSources(setup.providers, ask)
  const history: History = {
    publishedOn: (fecha) => ask<ServiceTasks, 'publishedOn'>('publishedOn', fecha),
    lastPublished: (desde, hasta) => ask<ServiceTasks, 'lastPublished'>('lastPublished', { desde, hasta }),
    // Not waited for. One that is lost with its thread is seen again.
    save: (rates) => void ask<ServiceTasks, 'saveRates'>('saveRates', rates).catch(() => {}),
  }
  const lookups = joinLookups({
    ...{ ...mirrors, sources, history, clock },
    ...{ threads: setup.threads, unconfigured: setup.unconfigured },
  })
  const certifier = openCertifier(setup.signingKeys, clock)
  return { lookups, accounts, certifier, updateKeys: update, clock, follower, close }
}

/** What the thread of batches is opened with. */
export type BatchSetup = Pick<ServicesSetup, 'today' | 'providers' | 'notLoaded' | 'threads' | 'unconfigured'>

const neverAsked: AskParent = () => Promise.reject(new Error('this thread asks no live source'))

const NO_HISTORY: History = { publishedOn: async () => null, lastPublished: async () => null, save: () => {} }

/**
 * The lookups of the thread of batches, over the same memory; no live source is asked, but about vouchers by `ask`. `unloaded` are the same without
 * any list, which only check what is asked.
 */
export const openBatchLookups = (
  { today, providers, notLoaded, threads, unconfigured }: BatchSetup,
  ask: AskParent = neverAsked,
) => {
  const clock: LimaClock = limaClock(today)
  const { mirrors, follower } = followDatasets(notLoaded)
  const sources = offlineSources(remoteSources(providers, ask))
  const rest = { history: NO_HISTORY, clock, threads, unconfigured }
  return {
    follower,
    lookups: joinLookups({ ...mirrors, sources, ...rest }),
    unloaded: joinLookups({ ...followDatasets(notLoaded).mirrors, sources: { answering: () => [] }, ...rest }),
  }
}
