import { setTimeout as pause } from 'node:timers/promises'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { SEMI_SPACE_MB } from '../../kernel/processes/young-generation.ts'
import type { Tracer } from '../../kernel/tracing/tracer.ts'
import { startWorker, type TaskWorker, workerScript } from '../../kernel/worker.ts'
import { type Services, shareServices } from '../../services.ts'
import { type EditionFollower, remoteFollower } from '../../thread-services.ts'
import { type CountedRequests, RequestCounter, type ThreadReport } from '../reply/request-counts.ts'
import type { HostTasks, OwnTasks, SharedPort, ThreadEvent, ThreadSetup, ThreadTasks } from './thread-protocol.ts'

/** The HTTP threads beside the main one. */
export interface HttpThreads {
  reports(): Promise<ThreadReport[]>
  /** What threads that have ended had counted. */
  countedBefore(): CountedRequests
  /** From now on every answer says `Connection: close`. */
  closeConnections(): void
  /** Answers what is in flight and accepts no more connections. */
  drain(): Promise<void>
  stop(): Promise<void>
}

interface ThreadsDeps {
  services: Services
  setup: Omit<ThreadSetup, 'thread' | 'services'>
  at: SharedPort
  own: OwnTasks
  log: Log
  /** Of the main thread, which calls the upstreams for all. */
  tracer?: Tracer | undefined
  script?: URL | undefined
}

/** A thread that serves. */
interface Member {
  thread: number
  worker: TaskWorker<ThreadTasks>
  follower: EditionFollower
  lastReport: ThreadReport | null
}

/**
 * Far more than a thread uses. V8 lets a heap with a low limit grow by less than half between two collections, and one
 * without a limit to four times what is alive.
 */
const OLD_GENERATION_MB = 512
const REPORT_MS = 1_000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 10_000

/** Starts all HTTP threads but the main one; resolves when they serve. One that dies is replaced. */
export const startHttpThreads = async (deps: ThreadsDeps): Promise<HttpThreads> => {
  const { services, log } = deps
  const { threadHost } = services.accounts
  const members = new Set<Member>()
  const before = new RequestCounter()
  const start = threadStarter(deps)
  let isStopping = false

  const keep = async (thread: number): Promise<void> => {
    for (let retryMs = FIRST_RETRY_MS; !isStopping; retryMs = Math.min(LAST_RETRY_MS, 2 * retryMs)) {
      try {
        return await run(thread)
      } catch (error) {
        log.error({ thread, ...errorFacts(error) }, 'an HTTP thread could not be started')
        await pause(retryMs, undefined, { ref: false })
      }
    }
  }
  const replace = (member: Member, error: unknown): void => {
    if (!members.delete(member)) return
    const { thread, lastReport, follower, worker } = member
    services.followers.remove(follower)
    if (lastReport) before.add(lastReport.counted)
    log.error({ thread, ...errorFacts(error) }, 'an HTTP thread ended and is replaced')
    void worker.stop().then(() => {
      // Only now does nothing of it run any more.
      threadHost.endThread(thread)
      return keep(thread)
    })
  }
  const run = async (thread: number): Promise<void> => {
    const member: Member = start(thread, (error) => replace(member, error))
    const { worker, follower } = member
    try {
      await services.followers.add(follower, (error) => replace(member, error))
      await worker.run('listen', deps.at)
      members.add(member)
      // One that was made since this thread was given its keys.
      await worker.run('updateSigningKeys', services.signingKeys.current())
    } catch (error) {
      services.followers.remove(follower)
      await worker.stop()
      threadHost.endThread(thread)
      throw error
    }
    if (isStopping) await worker.stop()
  }
  const each = async (use: (member: Member) => Promise<unknown>): Promise<void> => {
    await Promise.all([...members].map((member) => use(member).catch(() => {})))
  }

  services.signingKeys.watch((keys) => void each(({ worker }) => worker.run('updateSigningKeys', keys)))
  threadHost.watchKeys((changes) => void each(({ worker }) => worker.run('updateKeys', changes)))
  await Promise.all(Array.from({ length: services.threads - 1 }, (_, at) => run(at + 1)))
  return {
    reports: async () => {
      await Promise.race([each(takeReport), pause(REPORT_MS, undefined, { ref: false })])
      return [...members].sort((a, b) => a.thread - b.thread).flatMap(({ lastReport }) => lastReport ?? [])
    },
    countedBefore: () => before.counted(),
    closeConnections: () => void each(({ worker }) => worker.run('closeConnections', null)),
    drain: async () => {
      isStopping = true
      await each(({ worker }) => worker.run('drain', null))
    },
    stop: async () => {
      isStopping = true
      const ending = [...members]
      members.clear()
      await Promise.all(ending.map(({ worker }) => worker.stop()))
    },
  }
}

const takeReport = async (member: Member): Promise<void> => {
  member.lastReport = await member.worker.run('report', null)
}

/** Starts the thread of a number. `onExit` hears when it ends by itself. */
const threadStarter = ({ services, setup, own, log, tracer, script }: ThreadsDeps) => {
  const { threadHost } = services.accounts
  const shared = shareServices(services, tracer)
  const onEvent = (event: ThreadEvent): void => {
    if (event.kind === 'log') log.copy(event.lines)
    else threadHost.attend(event.accountId)
  }
  return (thread: number, onExit: (error: unknown) => void): Member => {
    const data: ThreadSetup = { ...setup, thread, services: shared.setup() }
    const worker = startWorker<ThreadTasks>(script ?? workerScript('./http-worker', import.meta.url), {
      ...{ data, onEvent, onExit },
      answers: { ...shared.tasksOf(thread), ...own } satisfies HostTasks,
      resourceLimits: { maxYoungGenerationSizeMb: 3 * SEMI_SPACE_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
    })
    const follower = remoteFollower(worker)
    return { thread, worker, follower, lastReport: null }
  }
}
