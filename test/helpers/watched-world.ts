import { randomBytes } from 'node:crypto'
import type { LimaClock } from '../../src/domain/lima-time.ts'
import type { SanctionSearch, SubjectFacts, Taxpayer } from '../../src/domain/records.ts'
import { matcherOf } from '../../src/domain/screening/match/matcher.ts'
import { emptyRecord, type ListedParty, type ListId, type PartyRecord } from '../../src/domain/screening/party.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { jwsSigner } from '../../src/kernel/signing/jws.ts'
import { newSigningKey, type SigningKey } from '../../src/kernel/signing/signing-key.ts'
import type { Database } from '../../src/kernel/sql/database.ts'
import { inlineWorker } from '../../src/kernel/worker.ts'
import { amlLookup } from '../../src/lookups/aml.ts'
import { type ScreenDeps, screeningTasks } from '../../src/watch/review/screen-subjects.ts'
import { Vault } from '../../src/watch/vault.ts'
import { EVENTS_TYPE } from '../../src/watch/verify-events.ts'
import { openWatch, type Watch, type WatchRequests } from '../../src/watch/watch.ts'
import type { RunnerDeps } from '../../src/watch/watch-runner.ts'
import type { DialSettings } from '../../src/watch/webhooks/dial.ts'
import { openWebhooks, type WebhookRequests } from '../../src/watch/webhooks/webhooks.ts'
import { until } from './until.ts'

/** A party of a list, with what the list says of it. */
export const listedParty = (
  fuente: ListId,
  referencia: string,
  names: readonly string[],
  record: Partial<PartyRecord> = {},
): ListedParty => ({
  ...{ fuente, referencia, tipo: 'individual', programa: 'SDGT', documents: [] },
  names: names.map((text, at) => ({ text, kind: at === 0 ? 'principal' : 'alias', surnamesEnd: 0 })),
  record: { ...emptyRecord(), aliases: names.slice(1), ...record },
})

/** Lists that a test replaces, each time as a new edition. */
export class WatchedLists {
  #editions = 0
  #lists = { us: this.#list([]), un: this.#list([]) }
  /** What the register says of each RUC; of others it cannot tell. */
  readonly taxpayers = new Map<string, Pick<Taxpayer, 'estado' | 'condicion'> | 'not found'>()
  /** What is known of subjects without operating capacity; of others nobody knows. */
  readonly ssco = new Map<string, 'si' | 'no'>()
  readonly sanctions = new Map<string, string[]>()

  #list(parties: readonly ListedParty[]) {
    const edition = String(++this.#editions).padStart(4, '0')
    const facts = {
      edicion: edition,
      filas: parties.length,
      sha256: `sha-${edition}`,
      cargado: '2026-11-14T10:00:00.000Z',
    }
    return { facts, matcher: matcherOf([...parties]), close: async () => {} }
  }

  publish(parties: readonly ListedParty[]): void {
    const of = (list: ListId) => parties.filter(({ fuente }) => fuente === list)
    this.#lists = { us: this.#list(of('US')), un: this.#list(of('UN')) }
  }

  #listings = (ruc: string) => ({ sinCapacidadOperativa: { estado: this.ssco.get(ruc) ?? 'sin_datos' } })

  readonly editions = () =>
    Object.entries(this.#lists).map(([id, { facts }]) => ({ id, edicion: facts.edicion, sha256: facts.sha256 }))

  lookups(clock: LimaClock): ScreenDeps['lookups'] {
    const mirror = (id: 'us' | 'un') => ({
      read: <T>(use: (list: object) => T): T => use(this.#lists[id]),
      current: () => this.#lists[id],
    })
    return {
      aml: amlLookup({ us: mirror('us') as never, un: mirror('un') as never, clock }),
      ruc: async ({ numero = '' }) => {
        const known = this.taxpayers.get(numero)
        if (known === 'not found') throw new Failure('not-found', 'El RUC no figura')
        if (!known) throw new Failure('not-configured', 'No figura en la copia local')
        return {
          data: {
            numero,
            razonSocial: 'INVENTADA S.A.C.',
            ...known,
            padrones: this.#listings(numero),
          } as unknown as Taxpayer,
          origins: [],
          maxAgeSeconds: 0,
          dependsOnToday: false,
        }
      },
      sanciones: async ({ ruc = '' }) => {
        const sanciones = (this.sanctions.get(ruc) ?? []).map((resolucion) => ({ resolucion, periodo: 'DEFINITIVO' }))
        return { data: { sanciones } as SanctionSearch, origins: [], maxAgeSeconds: 0, dependsOnToday: true }
      },
    }
  }
}

export interface TestWatch extends Omit<Watch, 'requests'> {
  /** Those of webhooks only where they are dialled. */
  requests: WatchRequests & WebhookRequests
  /** Waits until every subject was screened with the lists in service. */
  settled(): Promise<void>
  put(facts: Partial<SubjectFacts> & Pick<SubjectFacts, 'referencia' | 'nombre'>, accountId?: string): Promise<string>
}

export interface TestWatchOptions {
  database: Database
  lists: WatchedLists
  clock: LimaClock
  secret?: Uint8Array
  /** Units that accounts have, where no accounts are given. */
  units?: () => number
  accounts?: RunnerDeps['accounts']
  signingKey?: SigningKey
  /** With webhooks, and how they are dialled. */
  dialing?: DialSettings
  screener?: ReturnType<typeof inlineWorker<ReturnType<typeof screeningTasks>>>
}

/** The real watch over lists of a test; subjects are screened in the thread of the test. */
export const openTestWatch = (options: TestWatchOptions): TestWatch => {
  const { database, lists, clock, units = () => 1e9 } = options
  const charged = new Map<string, number>()
  const watch = openWatch({
    ...{ database, clock, log: silentLog(), editions: lists.editions, pollMs: 5 },
    vault: new Vault(options.secret ?? Buffer.alloc(32, 7)),
    screener: options.screener ?? inlineWorker(screeningTasks({ lookups: lists.lookups(clock) })),
    accounts: options.accounts ?? {
      chargeJob: async ({ jobId, total }) => {
        charged.set(jobId, Math.max(charged.get(jobId) ?? 0, Math.min(total, units())))
        return charged.get(jobId) as number
      },
    },
    sign: jwsSigner(EVENTS_TYPE, options.signingKey ?? newSigningKey(0)),
    instanceId: randomBytes(4).toString('hex'),
    newId: () => randomBytes(16).toString('hex'),
  })
  const newId = (): string => randomBytes(16).toString('hex')
  const { dialing } = options
  const vault = new Vault(options.secret ?? Buffer.alloc(32, 7))
  const webhooks = dialing && openWebhooks({ database, vault, clock, log: silentLog(), newId, dialing, pollMs: 5 })
  return {
    ...watch,
    requests: { ...watch.requests, ...(webhooks?.requests as WebhookRequests) },
    stop: async () => {
      await webhooks?.stop()
      await watch.stop()
    },
    settled: async () => {
      const seq = await newestSeq(database)
      await until(async () => (await newestSeq(database)) >= seq && (await isSettled(database, lists)))
    },
    put: async (facts, accountId = 'acc') => {
      const subject = { tipo: 'persona' as const, ...facts }
      return (await watch.requests.putSubject({ accountId, keyId: 'key', facts: subject })).subject.id
    },
  }
}

const newestSeq = async (database: Database): Promise<number> =>
  (await database.get<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM watch_editions'))?.seq ?? 0

const isSettled = async (database: Database, lists: WatchedLists): Promise<boolean> => {
  const newest = await database.get<{ seq: number; editions: string }>(
    'SELECT seq, editions FROM watch_editions ORDER BY seq DESC LIMIT 1',
  )
  const wanted = JSON.stringify(Object.fromEntries(lists.editions().map(({ id, edicion }) => [id, edicion])))
  if (newest?.editions !== wanted) return false
  const pending = await database.get<{ n: number }>(
    'SELECT count(*) AS n FROM watch_subjects WHERE settled_seq < $1 AND problem IS NULL',
    newest.seq,
  )
  return pending?.n === 0
}
