import { ALERT_STATES } from '../domain/records.ts'
import { badParameter, type Query } from '../endpoints/shared/clean-query.ts'
import { WATCH_PAGE, type WatchPath } from '../endpoints/shared/watch-questions.ts'
import { Failure } from '../kernel/errors.ts'
import { choiceInput, dateInput, flagInput, limitInput } from '../lookups/shared/input.ts'
import type { ReportPeriod } from '../watch/report.ts'
import type { WatchRequests } from '../watch/watch.ts'

type Asked = Pick<WatchRequests, 'listSubjects' | 'summary' | 'listAlerts' | 'reportPeriod'>

/** Answers what is only asked of the watch, for routes and tools alike. */
export const watchAnswers = (watch: Asked, today: () => string) =>
  ({
    vigilados: async (accountId, query) => {
      const { referencia } = query
      if (referencia === '') throw badParameter('referencia', 'no puede estar vacía')
      const filter = { accountId, referencia, isUnchecked: flagInput('sinRevisar', query.sinRevisar) }
      const subjects = await page(query, (asked) => watch.listSubjects({ ...filter, ...asked }))
      return { ...subjects, resumen: await watch.summary(accountId) }
    },
    alertas: (accountId, query) => {
      const estado = choiceInput('estado', query.estado, ALERT_STATES)
      return page(query, (asked) => watch.listAlerts({ accountId, estado, ...asked }))
    },
    'vigilancia/informe': async (accountId, query) => ({
      data: await watch.reportPeriod(periodOf(accountId, query, today())),
    }),
  }) satisfies Record<WatchPath, (accountId: string, query: Query) => Promise<{ data: unknown }>>

/** One page of a list, and where the next one begins. */
const page = async <Item extends { id: string }>(
  { limite, despues }: Query,
  list: (asked: { after: string | undefined; most: number }) => Promise<Item[]>,
) => {
  if (despues !== undefined && !/^[0-9a-f]{32}$/.test(despues))
    throw new Failure('invalid-input', 'despues debe ser un identificador', { campo: 'despues' })
  const most = limitInput(limite, WATCH_PAGE)
  const found = await list({ after: despues, most: most + 1 })
  const data = found.slice(0, most)
  const siguiente = found.length > most ? data.at(-1)?.id : undefined
  return { data, ...(siguiente && { siguiente }) }
}

export const periodOf = (accountId: string, query: Query, today: string): ReportPeriod => {
  const hasta = dateInput('hasta', query.hasta) ?? today
  const desde = dateInput('desde', query.desde) ?? `${hasta.slice(0, 7)}-01`
  if (desde > hasta) throw new Failure('invalid-input', 'desde no puede ser posterior a hasta', { campo: 'desde' })
  return { accountId, desde, hasta }
}
