import { setTimeout as pause } from 'node:timers/promises'
import type { LimaClock } from '../domain/lima-time.ts'
import type { Origin, SubjectFacts } from '../domain/records.ts'
import { POLITICA } from '../domain/screening/politica.ts'
import { Failure } from '../kernel/errors.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Database } from '../kernel/sql/database.ts'
import { applySlice } from './apply-slice.ts'
import type { ScreeningTasks } from './review/screen-subjects.ts'
import { numberEditions, takeAccountTurn } from './store/accounts.ts'
import { appendEvents, forgetEvents, listHeads, signHead } from './store/events.ts'
import {
  type Due,
  dueSubjects,
  type HeldAccount,
  keepAccount,
  leaveUnpaid,
  notePaid,
  releaseAccount,
  type SubjectRow,
  takeAccount,
  wakeDaily,
  wakeExpired,
} from './store/subjects.ts'
import type { Vault } from './vault.ts'

/** One list or register in service. */
export interface EditionInService {
  id: string
  edicion: string
  sha256: string
}

export interface RunnerDeps {
  database: Database
  vault: Vault
  /** The thread that screens. */
  screener: {
    run(
      name: 'screenSubjects',
      input: Parameters<ScreeningTasks['screenSubjects']>[0],
    ): ReturnType<ScreeningTasks['screenSubjects']>
  }
  accounts: {
    chargeJob(cost: {
      jobId: string
      accountId: string
      keyId: string
      endpoint: string
      total: number
      lowers: boolean
      expiresAtMs: number
    }): Promise<number>
  }
  /** What subjects are screened with now. */
  editions(): readonly EditionInService[]
  /** Signs the head of a log of events. */
  sign(head: { cuenta: string; numero: number; hash: string; fecha: string }): string
  clock: LimaClock
  log: Log
  /** Names this process among those that screen. */
  instanceId: string
  newId(): string
  /** How often new lists are looked for; two seconds unless said. */
  pollMs?: number
}

/** Subjects of one account that are screened before another account has its turn. */
const SLICE = 256
const POLL_MS = 2_000
/** Without anything new, how often subjects that others have left are looked for. */
const IDLE_MS = 15_000
const TROUBLE_MS = 1_000
/** How long an instance may be silent before another takes its account over. */
const HOLD_MS = 15_000
/** How often subjects without units are looked at again. */
const UNPAID_MS = 60_000
const DAY_MS = 86_400_000
const KEPT_DAYS = 400
/** What a month has charged is kept for so long: nobody charges it again later. */
const CHARGE_DAYS = 70

/**
 * Screens every subject with the lists and rules in service. What is to be done is told by the subjects themselves, each of
 * which knows what it was screened with last: so a run that was killed goes on, and several instances share it. Each takes an
 * account for a slice, the one that has waited longest.
 */
export class WatchRunner {
  readonly #deps: RunnerDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  #wake: () => void = () => {}
  #mayHaveWork = true
  #lookedAtMs = 0
  #seen = ''
  #fingerprint: string | null = null
  #seq = 0

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** There is something to screen. */
  wake(): void {
    this.#mayHaveWork = true
    this.#wake()
  }

  /** The number of the lists and rules in service; 0 until a list is there. */
  get seq(): number {
    return this.#seq
  }

  /** Ends after the slice under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (await this.#turn()) continue
        await this.#sign()
        await this.#idle()
      } catch (error) {
        // A list that is not loaded yet is told elsewhere. With the others alone, half a screening would seem a whole one.
        if (!isNotLoaded(error)) this.#deps.log.error(errorFacts(error), 'subjects cannot be screened')
        this.#mayHaveWork = true
        await this.#rest(TROUBLE_MS)
      }
    }
  }

  /** One slice of one account; false when there is nothing to do. */
  async #turn(): Promise<boolean> {
    const { database, instanceId, clock } = this.#deps
    const editions = this.#deps.editions()
    const month = clock.limaDate().slice(0, 7)
    await this.#number(editions)
    const seen = `${this.#seq} ${clock.limaDate()}`
    if (seen !== this.#seen) {
      await wakeExpired(database, clock.limaDate())
      await wakeDaily(database, clock.limaDate())
      await forgetEvents(database, clock.now() - KEPT_DAYS * DAY_MS)
      this.#mayHaveWork = true
    }
    this.#seen = seen
    if (!this.#mayHaveWork && clock.now() - this.#lookedAtMs < IDLE_MS) return false
    const due: Due = { seq: this.#seq, month, nowMs: clock.now() }
    this.#lookedAtMs = clock.now()
    this.#mayHaveWork = false
    const account = await takeAccount(database, due, { instanceId, holdMs: HOLD_MS })
    if (!account) return false
    this.#mayHaveWork = true
    try {
      await this.#slice(account, due, editions)
    } finally {
      await releaseAccount(database, account.accountId, instanceId).catch(() => {})
    }
    return true
  }

  /** Numbers the lists and rules in service, where they are others than before. */
  async #number(editions: readonly EditionInService[]): Promise<void> {
    const fingerprint = JSON.stringify([POLITICA, ...editions.map(({ id, sha256 }) => `${id} ${sha256}`)])
    if (fingerprint === this.#fingerprint) return
    const facts = { editions: editionNames(editions), politica: POLITICA, isNew: this.#fingerprint !== null }
    this.#seq = await this.#deps.database.transaction((sql) => numberEditions(sql, fingerprint, facts))
    this.#fingerprint = fingerprint
  }

  async #slice(account: HeldAccount, due: Due, editions: readonly EditionInService[]): Promise<void> {
    const { database, vault, screener, clock, instanceId, newId } = this.#deps
    const { accountId } = account
    const paid = await this.#pay(account, await dueSubjects(database, accountId, due, SLICE), due)
    const asked = paid
      .filter(({ settledSeq }) => settledSeq < due.seq)
      .map(({ id, sealed, version }) => ({ id, version, facts: vault.open<SubjectFacts>(sealed, id) }))
    if (asked.length === 0) return
    const { subjects: screened, origins } = await screener.run('screenSubjects', asked)
    if (!isOf(origins, editions)) {
      // The lists were switched meanwhile: these subjects are screened with the new ones.
      await this.#rest(this.#deps.pollMs ?? POLL_MS)
      return
    }
    const slice = {
      accountId,
      instanceId,
      asked,
      screened,
      editions: { seq: due.seq, editions: editionNames(editions) },
    }
    const deps = { vault, nowMs: clock.now(), today: clock.limaDate(), newId }
    await database.transaction((sql) => applySlice(sql, slice, deps))
  }

  /**
   * Charges subjects whose month is not paid yet, and returns those that are. The month's total of the account is charged, so
   * that a second charge after a kill changes nothing.
   */
  async #pay(account: HeldAccount, subjects: readonly SubjectRow[], due: Due): Promise<readonly SubjectRow[]> {
    const { database, accounts, instanceId, clock, newId } = this.#deps
    const { accountId, keyId } = account
    const { month } = due
    const unpaid = subjects.filter(({ paidMonth }) => paidMonth !== month)
    if (unpaid.length === 0) return subjects
    const before = account.costMonth === month ? account.costUnits : 0
    const charged = await accounts.chargeJob({
      ...{ jobId: `vigilancia/${accountId}/${month}`, accountId, keyId, endpoint: 'vigilados', lowers: false },
      ...{ total: before + unpaid.length, expiresAtMs: clock.now() + CHARGE_DAYS * DAY_MS },
    })
    const count = Math.max(0, Math.min(unpaid.length, charged - before))
    const [paid, left] = [unpaid.slice(0, count), unpaid.slice(count)]
    const isOurs = await database.transaction(async (sql) => {
      await takeAccountTurn(sql, accountId)
      if (!(await keepAccount(sql, accountId, instanceId))) return false
      await notePaid(sql, accountId, { month, units: before + count, ids: paid.map(({ id }) => id) })
      if (left.length === 0) return true
      const nowMs = clock.now()
      const told = left.filter(({ problem }) => problem !== 'cuota')
      const events = told.map(({ id }) => ({ tipo: 'sujeto.sin_revisar' as const, sujeto: id, motivo: 'cuota' }))
      await leaveUnpaid(
        sql,
        left.map(({ id }) => id),
        { nowMs, retryAtMs: nowMs + UNPAID_MS },
      )
      await appendEvents(sql, accountId, events, { nowMs, newId })
      return true
    })
    return isOurs ? subjects.filter((one) => !left.includes(one)) : []
  }

  /** Signs the logs that have grown, so that nobody can cut off or rewrite their end later. */
  async #sign(): Promise<void> {
    const { database, sign, clock } = this.#deps
    for (const head of await listHeads(database)) {
      if (head.events <= head.signed) continue
      const fecha = new Date(clock.now()).toISOString()
      await signHead(database, head, sign({ cuenta: head.accountId, numero: head.events, hash: head.head, fecha }))
    }
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {})
  }

  async #idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#mayHaveWork || this.#stopping.signal.aborted) return
    const timer = setTimeout(resolve, this.#deps.pollMs ?? POLL_MS).unref()
    await promise
    clearTimeout(timer)
  }
}

const isNotLoaded = (error: unknown): boolean => error instanceof Failure && error.kind === 'dataset-unavailable'

const editionNames = (editions: readonly EditionInService[]): Record<string, string> =>
  Object.fromEntries(editions.map(({ id, edicion }) => [id, edicion]))

const isOf = (origins: readonly Origin[], editions: readonly EditionInService[]): boolean =>
  origins.every(({ sha256 }) => editions.some((one) => one.sha256 === sha256))
