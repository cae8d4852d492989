import type { Alert, Health, Subject, SubjectFacts, WatchEvent, WatchReport, WatchSummary } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Sql } from '../kernel/sql/database.ts'
import { listMovements, type ReportPeriod, watchReport } from './report.ts'
import { type DecisionQuery, decide, decisionInput } from './review/decide.ts'
import type { StoredAlert } from './review/review-alerts.ts'
import { dependsOnDay } from './review/screen-subjects.ts'
import { editionsOf, fourEyesOf, takeAccountTurn, useKey } from './store/accounts.ts'
import { countOpen, findAlert, listAlerts, saveAlert } from './store/alerts.ts'
import { appendEvents, hashAt, type NewEvent, readEvents } from './store/events.ts'
import {
  countSubjects,
  findSubject,
  insertSubject,
  listSubjects,
  lockSubjects,
  type Page,
  removeSubject,
  replaceSubject,
  type SubjectRow,
  type SubjectsPage,
} from './store/subjects.ts'
import { subjectDigest } from './subject.ts'
import { type RunnerDeps, WatchRunner } from './watch-runner.ts'

interface Owned {
  accountId: string
  id: string
}

/** The watch as the edge asks about it. Everything that travels is plain data: other threads ask the same. */
export type WatchRequests = {
  /** Puts a subject under watch, or replaces the one of the same reference. */
  putSubject(input: {
    accountId: string
    keyId: string
    facts: SubjectFacts
  }): Promise<{ isNew: boolean; subject: Subject }>
  /** The same for many, whatever they were before. */
  putSubjects(input: { accountId: string; keyId: string; subjects: readonly SubjectFacts[] }): Promise<void>
  listSubjects(input: { accountId: string; referencia?: string | undefined } & SubjectsPage): Promise<Subject[]>
  summary(accountId: string): Promise<WatchSummary>
  findSubject(subject: Owned): Promise<Subject>
  /** Erases a subject with its alerts and decisions; answers with what it was. */
  removeSubject(subject: Owned): Promise<Subject>
  listAlerts(input: { accountId: string; estado?: Alert['estado'] | undefined } & Page): Promise<Alert[]>
  findAlert(alert: Owned): Promise<Alert>
  decideAlert(input: Owned & { persona: string | null; query: DecisionQuery }): Promise<Alert>
  /** Events behind a number; undefined: from the oldest that is kept. */
  listEvents(input: { accountId: string; after?: number | undefined; most: number }): Promise<WatchEvent[]>
  reportPeriod(period: ReportPeriod): Promise<WatchReport>
  /** Movements of a period behind an event, some at a time. */
  listMovements(period: ReportPeriod & { after: number }): ReturnType<typeof listMovements>
}

export interface Watch {
  requests: WatchRequests
  activity(): Promise<WatchActivity>
  stop(): Promise<void>
}

/** How far the watch is, of all accounts. */
export type WatchActivity = NonNullable<Health['data']['vigilancia']>

const notFound = (what: string): Failure =>
  new Failure('not-found', `No hay ${what} con ese identificador`, { campo: 'id' })

/** Opens the watch of a running service, and goes on with what was unfinished. */
export const openWatch = (deps: RunnerDeps): Watch => {
  const { database, vault, clock, newId } = deps
  const runner = new WatchRunner(deps)
  runner.start()

  /** One change of an account with the events that tell of it, on disk when it resolves. */
  const change = <Result>(accountId: string, work: (sql: Sql, tell: Tell) => Promise<Result>): Promise<Result> =>
    database.transaction(
      async (sql) => {
        await takeAccountTurn(sql, accountId)
        const events: NewEvent[] = []
        const result = await work(sql, (event) => void events.push(event))
        await appendEvents(sql, accountId, events, { nowMs: clock.now(), newId })
        return result
      },
      { durable: true },
    )
  const factsOf = ({ id, sealed }: SubjectRow): SubjectFacts => vault.open(sealed, id)
  const toSubjects = async (sql: Sql, rows: readonly SubjectRow[]): Promise<Subject[]> => {
    const open = await countOpen(
      sql,
      rows.map(({ id }) => id),
    )
    const checkedWith = new Map<number, Awaited<ReturnType<typeof editionsOf>>>()
    for (const { checkedSeq } of rows)
      if (!checkedWith.has(checkedSeq)) checkedWith.set(checkedSeq, await editionsOf(sql, checkedSeq))
    return rows.map((row) => ({
      ...{ id: row.id, ...factsOf(row), creado: isoTime(row.createdAtMs) },
      revisado: row.checkedAtMs === null ? null : isoTime(row.checkedAtMs),
      ediciones: checkedWith.get(row.checkedSeq)?.editions ?? null,
      politica: checkedWith.get(row.checkedSeq)?.politica ?? null,
      sinRevisarDesde: row.uncheckedSinceMs === null ? null : isoTime(row.uncheckedSinceMs),
      motivoSinRevisar: row.problem,
      alertasAbiertas: open.get(row.id) ?? 0,
    }))
  }
  const toSubject = async (sql: Sql, row: SubjectRow): Promise<Subject> => (await toSubjects(sql, [row]))[0] as Subject
  const mustFind = async (sql: Sql, { accountId, id }: Owned): Promise<SubjectRow> => {
    const row = await findSubject(sql, accountId, { id })
    if (!row) throw notFound('un vigilado')
    return row
  }
  const referenceOf = (accountId: string, referencia: string): string =>
    vault.digest('reference', accountId, referencia)
  const putOne = async (sql: Sql, tell: Tell, accountId: string, facts: SubjectFacts) => {
    const reference = referenceOf(accountId, facts.referencia)
    const known = await findSubject(sql, accountId, { reference })
    const id = known?.id ?? newId()
    const sealed = vault.seal(facts, id)
    if (known && subjectDigest(vault, factsOf(known)) === subjectDigest(vault, facts)) return { id, isNew: false }
    const isDaily = dependsOnDay(facts)
    if (known) await replaceSubject(sql, { id, sealed, isDaily })
    else await insertSubject(sql, { id, accountId, reference, sealed, isDaily, nowMs: clock.now() })
    tell({ tipo: known ? 'sujeto.cambiado' : 'sujeto.alta', sujeto: id })
    return { id, isNew: !known }
  }
  const toAlerts = async (sql: Sql, accountId: string, alerts: readonly StoredAlert[]): Promise<Alert[]> => {
    const rows = await lockSubjects(sql, accountId, [...new Set(alerts.map(({ subjectId }) => subjectId))])
    const subjects = new Map(rows.map((row) => [row.id, factsOf(row)]))
    return alerts.flatMap((alert) => {
      const facts = subjects.get(alert.subjectId)
      return facts ? [toAlert(alert, facts)] : []
    })
  }

  const reportDeps = () => ({ sql: database, vault, nowMs: clock.now(), today: clock.limaDate() })

  const requests: WatchRequests = {
    putSubject: async ({ accountId, keyId, facts }) => {
      const put = await change(accountId, async (sql, tell) => {
        await useKey(sql, accountId, keyId)
        const { id, isNew } = await putOne(sql, tell, accountId, facts)
        return { isNew, subject: await toSubject(sql, await mustFind(sql, { accountId, id })) }
      })
      runner.wake()
      return put
    },
    putSubjects: async ({ accountId, keyId, subjects }) => {
      await change(accountId, async (sql, tell) => {
        await useKey(sql, accountId, keyId)
        for (const facts of subjects) await putOne(sql, tell, accountId, facts)
      })
      runner.wake()
    },
    listSubjects: async ({ accountId, referencia, ...page }) => {
      if (referencia === undefined) return toSubjects(database, await listSubjects(database, accountId, page))
      const row = await findSubject(database, accountId, { reference: referenceOf(accountId, referencia) })
      return row ? [await toSubject(database, row)] : []
    },
    summary: (accountId) => countSubjects(database, accountId, runner.seq),
    findSubject: async (subject) => toSubject(database, await mustFind(database, subject)),
    removeSubject: async (subject) => {
      const removed = await change(subject.accountId, async (sql, tell) => {
        const row = await mustFind(sql, subject)
        const was = await toSubject(sql, row)
        await removeSubject(sql, row.id)
        tell({ tipo: 'sujeto.borrado', sujeto: row.id })
        return was
      })
      if (database.dialect.emptyLog) await database.all(database.dialect.emptyLog)
      return removed
    },
    listAlerts: async ({ accountId, ...page }) =>
      toAlerts(database, accountId, await listAlerts(database, vault, accountId, page)),
    findAlert: async ({ accountId, id }) => {
      const alert = await findAlert(database, vault, accountId, id)
      const [found] = alert ? await toAlerts(database, accountId, [alert]) : []
      if (!found) throw notFound('una alerta')
      return found
    },
    decideAlert: async ({ accountId, id, persona, query }) => {
      const asked = decisionInput(query, clock.limaDate())
      if (persona === null)
        throw new Failure('forbidden', 'La clave no es de una persona: cree una con «chasqui keys create --persona»')
      return change(accountId, async (sql, tell) => {
        const alert = await findAlert(sql, vault, accountId, id)
        const row = alert && (await findSubject(sql, accountId, { id: alert.subjectId }))
        if (!alert || !row) throw notFound('una alerta')
        const sujeto = factsOf(row)
        const editions = await editionsOf(sql, row.checkedSeq)
        const { parte, comparacion } = alert
        const visto = {
          sujeto,
          parte,
          comparacion,
          ediciones: editions?.editions ?? {},
          politica: editions?.politica ?? '',
        }
        const fourEyes = await fourEyesOf(sql, accountId)
        const subject = subjectDigest(vault, sujeto)
        const decided = decide(alert, asked, { persona, fourEyes, visto, subject, nowMs: clock.now() })
        await saveAlert(sql, vault, accountId, decided.alert)
        tell({ sujeto: row.id, ...decided.event })
        return toAlert(decided.alert, sujeto)
      })
    },
    reportPeriod: (period) => watchReport(reportDeps(), period),
    listMovements: (period) => listMovements(reportDeps(), period),
    listEvents: async ({ accountId, after, most }) => {
      const rows = await readEvents(database, accountId, after ?? 0, most)
      const first = rows[0]
      if (!first) return []
      if (after !== undefined && first.number > after + 1)
        throw new Failure('cursor-expired', 'Los eventos tras ese número ya no se conservan', { campo: 'desde' })
      let previo = (await hashAt(database, accountId, first.number - 1)) ?? ''
      return rows.map(({ body, hash }) => {
        const event = { ...JSON.parse(body), previo, hash } as WatchEvent
        previo = hash
        return event
      })
    },
  }
  return {
    requests,
    activity: async () => {
      const counts = await database.get<Omit<WatchActivity, 'revisadosCon'>>(
        `SELECT (SELECT count(*) FROM watch_subjects) AS sujetos,
           (SELECT count(*) FROM watch_subjects WHERE settled_seq < $1 OR unchecked_since IS NOT NULL) AS pendientes,
           (SELECT count(*) FROM watch_alerts WHERE state IN ('abierta', 'escalada')) AS "alertasAbiertas"`,
        runner.seq,
      )
      const { sujetos = 0, pendientes = 0, alertasAbiertas = 0 } = counts ?? {}
      const revisadosCon = (await editionsOf(database, runner.seq))?.editions ?? null
      return { sujetos, revisadosCon, pendientes, alertasAbiertas }
    },
    stop: () => runner.stop(),
  }
}

type Tell = (event: NewEvent) => void

const isoTime = (ms: number): string => new Date(ms).toISOString()

const toAlert = (alert: StoredAlert, facts: SubjectFacts): Alert => {
  const { id, subjectId, clase, estado, causa, parte, comparacion, cambios, venceEl, suprimidas, decisiones } = alert
  return {
    ...{ id, sujeto: { id: subjectId, ...facts }, clase, estado, causa, parte, comparacion, cambios },
    ...{ desde: isoTime(alert.sinceMs), creada: isoTime(alert.createdAtMs), venceEl, suprimidas, decisiones },
  }
}
