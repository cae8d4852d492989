import type { KeyChanges } from '../../accounts/thread-host.ts'
import type { BatchRequests } from '../../batches/jobs/batches.ts'
import type { KeySet } from '../../certificates/certifier.ts'
import type { Health } from '../../domain/records.ts'
import type { LogLevel } from '../../kernel/log.ts'
import type { TracingSetup } from '../../kernel/tracing/tracer.ts'
import type { FollowerTasks, ServicesSetup, ServiceTasks } from '../../thread-services.ts'
import type { WatchRequests } from '../../watch/watch.ts'
import type { WebhookRequests } from '../../watch/webhooks/webhooks.ts'
import type { Samples } from '../console/samples.ts'
import type { Documents } from '../docs.ts'
import type { ThreadReport } from '../reply/request-counts.ts'
import type { UploadSettings } from '../request/upload.ts'

/** What an HTTP thread is started with. */
export interface ThreadSetup {
  /** From 1 on; the main thread is number 0. */
  thread: number
  services: ServicesSetup
  logLevel: LogLevel
  corsOrigins: readonly string[]
  /** Without an admin listener nobody reads what is counted. */
  isCounting: boolean
  uploads: UploadSettings
  /** Null: requests are not traced. */
  tracing: TracingSetup | null
  /** Null outside the sandbox. */
  samples: Samples | null
}

/** A port that several threads listen on. */
export interface SharedPort {
  host: string
  port: number
  backlog: number
}

/** What the main thread asks of an HTTP thread. */
export type ThreadTasks = FollowerTasks & {
  updateKeys(changes: KeyChanges): void
  updateSigningKeys(keys: KeySet): void
  listen(at: SharedPort): Promise<void>
  report(input: null): ThreadReport
  /** From now on every answer says `Connection: close`. */
  closeConnections(input: null): void
  /** Answers what is in flight and accepts no more connections. */
  drain(input: null): Promise<void>
}

/** What an HTTP thread asks of the main thread. */
export type HostTasks = ServiceTasks & OwnTasks

/** Those that the server itself answers. */
export type OwnTasks = BatchRequests &
  WatchRequests &
  WebhookRequests & {
    health(input: null): Health | Promise<Health>
    isReady(input: null): boolean
    document(name: string): ReturnType<Documents>
  }

/** What an HTTP thread tells the main thread. */
export type ThreadEvent = { kind: 'log'; lines: string } | { kind: 'units'; accountId: string }
