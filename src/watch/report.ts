// What happened to the watch of an account in a period: who was watched with which editions, what came up, who decided what.
import { addDays } from '../domain/lima-time.ts'
import type { SubjectFacts, WatchEvent, WatchMovement, WatchReport } from '../domain/records.ts'
import type { Sql } from '../kernel/sql/database.ts'
import { alertsOf } from './store/alerts.ts'
import { type EventRow, eventsBetween, firstEventAt } from './store/events.ts'
import { lockSubjects } from './store/subjects.ts'
import type { Vault } from './vault.ts'

/** Days of Lima, both included. */
export interface ReportPeriod {
  accountId: string
  desde: string
  hasta: string
}

export interface ReportDeps {
  sql: Sql
  vault: Vault
  nowMs: number
  today: string
}

const AT_A_TIME = 1_000
/** Movements that come with the report itself; a file has all of them. */
const MOST_SHOWN = 500

/** Lima is five hours behind UTC, all year. */
const startOf = (day: string): number => Date.parse(`${day}T05:00:00.000Z`)

/** A period that ends today has no end yet. */
const spanOf = ({ desde, hasta }: Omit<ReportPeriod, 'accountId'>, today: string) => ({
  fromMs: startOf(desde),
  toMs: hasta >= today ? Number.MAX_SAFE_INTEGER : startOf(addDays(hasta, 1)),
})

const bodyOf = ({ body }: Pick<EventRow, 'body'>): WatchEvent => JSON.parse(body)

const isMovement = ({ tipo }: WatchEvent): boolean => tipo.startsWith('alerta.') || tipo === 'sujeto.sin_revisar'

/** The events of a period, in order, some at a time. */
async function* eventsOf(sql: Sql, accountId: string, span: ReturnType<typeof spanOf>): AsyncGenerator<EventRow[]> {
  for (let after = 0; ; ) {
    const rows = await eventsBetween(sql, accountId, { ...span, after, most: AT_A_TIME })
    if (rows.length > 0) yield rows
    if (rows.length < AT_A_TIME) return
    after = rows.at(-1)?.number ?? after
  }
}

export const watchReport = async (deps: ReportDeps, period: ReportPeriod): Promise<WatchReport> => {
  const { sql, nowMs, today } = deps
  const { accountId, desde, hasta } = period
  const span = spanOf(period, today)
  const counts = new Map<string, number>()
  const decided = new Map<string, WatchReport['decisiones'][number]>()
  const rondas: WatchReport['rondas'] = []
  const shown: WatchEvent[] = []
  let [total, primero, ultimo, hash] = [0, 0, 0, '']
  for await (const rows of eventsOf(sql, accountId, span))
    for (const row of rows) {
      const event = bodyOf(row)
      counts.set(event.tipo, (counts.get(event.tipo) ?? 0) + 1)
      primero ||= row.number
      ;[ultimo, hash] = [row.number, row.hash]
      if (event.tipo === 'ronda.terminada') rondas.push(roundOf(event))
      if (event.decision && event.persona) countDecision(decided, event)
      if (isMovement(event) && ++total <= MOST_SHOWN) shown.push(event)
    }
  const count = (tipo: WatchEvent['tipo']): number => counts.get(tipo) ?? 0
  const since = await changesSince(sql, accountId, span.toMs)
  const now = await countSubjects(sql, accountId)
  const alFinal = now.sujetos - since
  const first = await firstEventAt(sql, accountId)
  return {
    ...{ desde, hasta, generado: new Date(nowMs).toISOString() },
    completo: first === null || first.number === 1 || first.atMs <= startOf(desde),
    vigilados: {
      alInicio: alFinal - count('sujeto.alta') + count('sujeto.borrado'),
      ...{ altas: count('sujeto.alta'), cambiados: count('sujeto.cambiado'), borrados: count('sujeto.borrado') },
      ...{ alFinal, sinRevisar: now.sinRevisar },
    },
    rondas,
    alertas: {
      ...{ nuevas: count('alerta.nueva'), cambiadas: count('alerta.cambiada'), reabiertas: count('alerta.reabierta') },
      ...{ vencidas: count('alerta.vencida'), retiradas: count('alerta.retirada') },
    },
    decisiones: [...decided.values()].sort((a, b) => (a.persona < b.persona ? -1 : 1)),
    eventos: ultimo === 0 ? null : { primero, ultimo, hash },
    movimientos: await movementsIn(deps, accountId, shown),
    truncado: total > MOST_SHOWN,
  }
}

/** All movements of a period, some at a time, behind an event. */
export const listMovements = async (
  deps: ReportDeps,
  period: ReportPeriod & { after: number },
): Promise<{ movimientos: WatchMovement[]; next: number | null }> => {
  const { accountId, after } = period
  const rows = await eventsBetween(deps.sql, accountId, { ...spanOf(period, deps.today), after, most: AT_A_TIME })
  const movimientos = await movementsIn(deps, accountId, rows.map(bodyOf).filter(isMovement))
  return { movimientos, next: rows.length < AT_A_TIME ? null : (rows.at(-1)?.number ?? null) }
}

const roundOf = (event: WatchEvent): WatchReport['rondas'][number] => ({
  fecha: event.fecha,
  ediciones: event.ediciones ?? {},
  politica: event.politica ?? '',
  vigilados: event.vigilados ?? 0,
  sinRevisar: event.sinRevisar ?? 0,
})

const countDecision = (decided: Map<string, WatchReport['decisiones'][number]>, event: WatchEvent): void => {
  const { persona = '', decision = 'escalada', tipo } = event
  const key = `${persona}\n${decision}`
  const one = decided.get(key) ?? { persona, decision, total: 0, propuestas: 0 }
  if (tipo === 'alerta.propuesta') one.propuestas++
  else one.total++
  decided.set(key, one)
}

/** How many subjects more there are since a moment. */
const changesSince = async (sql: Sql, accountId: string, fromMs: number): Promise<number> => {
  let more = 0
  for await (const rows of eventsOf(sql, accountId, { fromMs, toMs: Number.MAX_SAFE_INTEGER }))
    for (const { tipo } of rows.map(bodyOf)) more += Number(tipo === 'sujeto.alta') - Number(tipo === 'sujeto.borrado')
  return more
}

const countSubjects = async (sql: Sql, accountId: string): Promise<{ sujetos: number; sinRevisar: number }> =>
  (await sql.get<{ sujetos: number; sinRevisar: number }>(
    `SELECT count(*) AS sujetos, count(unchecked_since) AS "sinRevisar" FROM watch_subjects WHERE account_id = $1`,
    accountId,
  )) ?? { sujetos: 0, sinRevisar: 0 }

/** With the names of those who are still there: of who was erased, the id alone is left. */
const movementsIn = async (
  { sql, vault }: ReportDeps,
  accountId: string,
  events: readonly WatchEvent[],
): Promise<WatchMovement[]> => {
  const ids = [...new Set(events.flatMap(({ sujeto }) => sujeto ?? []))]
  const subjects = new Map(
    (await lockSubjects(sql, accountId, ids)).map(({ id, sealed }) => [id, vault.open<SubjectFacts>(sealed, id)]),
  )
  const alerts = new Map((await alertsOf(sql, vault, ids)).map((alert) => [alert.id, alert]))
  return events.map((event) => {
    const { numero, fecha, tipo, sujeto = '', alerta, estado, persona, decision, motivo } = event
    const facts = subjects.get(sujeto)
    return {
      ...{ numero, fecha, tipo, sujeto, referencia: facts?.referencia ?? null, nombre: facts?.nombre ?? null },
      ...{
        alerta: alerta ?? null,
        parte: (alerta && alerts.get(alerta)?.parte.nombre) ?? null,
        estado: estado ?? null,
      },
      ...{ persona: persona ?? null, decision: decision ?? null, motivo: motivo ?? null },
    }
  })
}
