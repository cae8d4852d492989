import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Health } from '../../domain/records.ts'
import { ENDPOINTS } from '../../endpoints/index.ts'
import { lookupAt } from '../../endpoints/join-lookups.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { FAILURES } from '../../endpoints/shared/failures.ts'
import type { Outcome, Question } from '../../endpoints/shared/outcome.ts'
import { outcomeOfAnswer, outcomeOfFailure, outcomeOfHealth } from '../../endpoints/shared/outcome.ts'
import { isWatchPath } from '../../endpoints/shared/watch-questions.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import type { Lookups } from '../../services.ts'
import { logAccess } from '../reply/access-log.ts'
import { shownTo } from '../reply/present.ts'
import type { RequestCounter } from '../reply/request-counts.ts'
import { asFailure } from '../reply/send-failure.ts'
import { checkScope } from '../request/authenticate.ts'
import { type AnsweredCall, type Call, newCall } from '../request/call.ts'
import type { CallCheck } from '../request/check.ts'
import { reserveUnits, settleUnits } from '../request/quota.ts'
import { checkRate, countRequest } from '../request/rate-limit.ts'
import { watchAnswers } from '../watch-questions.ts'

export interface ToolCallDeps {
  accounts: RequestAccounts
  lookups: Lookups
  watch: Parameters<typeof watchAnswers>[0]
  clock: Pick<LimaClock, 'limaDate'>
  health: () => Health | Promise<Health>
  log: Log
  metrics?: Pick<RequestCounter, 'observe'> | undefined
}

/** Whose call of a tool it is. */
interface Caller {
  holder: KeyHolder
  requestId: string
  /** True for the calls of one HTTP request after the first, which its own token of the rate has paid for. */
  takesToken: boolean
}

const OK = 200
const CANCELLED = new Failure('request-timeout', 'La llamada fue cancelada antes de consultar')

/**
 * A call of a tool passes what a request of its endpoint passes, in the same order and by the same checks. Its unit is
 * charged to the endpoint; the log and the metrics know it as `mcp/<path>`. It never fails.
 */
export const toolCaller = (deps: ToolCallDeps) => {
  const { accounts, log } = deps
  const endpoints = new Map(ENDPOINTS.map((one) => [one.path, one]))
  const watched = watchAnswers(deps.watch, () => deps.clock.limaDate())
  const count = countRequest(accounts)
  const reserve = reserveUnits(accounts)

  const answer = async (call: Call, { path, query, signal }: Question, takesToken: boolean): Promise<Outcome> => {
    if (takesToken) await pass(count, call)
    if (takesToken) await pass(checkRate, call)
    await pass(checkScope, call)
    const cleaned = cleanQuery(query())
    if (isWatchPath(path)) {
      const body = await watched[path](call.holder?.accountId ?? '', cleaned)
      return { estado: 'ok', body, fuentes: [] }
    }
    const lookup = lookupAt(deps.lookups, path)
    if (!lookup) return outcomeOfHealth(await deps.health())
    call.price = endpoints.get(path)?.price?.(cleaned) ?? 1
    await pass(reserve, call)
    if (signal.aborted) throw CANCELLED
    call.answer = shownTo(call.holder, await lookup(cleaned))
    return outcomeOfAnswer(call.answer)
  }

  const endpointOf = (path: string): string =>
    path === 'vigilancia/informe' ? 'vigilados' : (endpoints.get(path)?.name ?? path)

  return async (question: Question, { holder, requestId, takesToken }: Caller): Promise<Outcome> => {
    const call = newCall(endpointOf(question.path))
    call.holder = holder
    const outcome = await answer(call, question, takesToken).catch((error: unknown) => {
      const failure = asFailure(error)
      call.failure = failure?.kind ?? 'internal'
      call.detail = failure?.detail
      if (!failure) log.error({ requestId, endpoint: call.endpoint, ...errorFacts(error) }, 'internal error')
      return outcomeOfFailure(failure)
    })
    const statusCode = call.failure ? FAILURES[call.failure].status : OK
    settleUnits(call, statusCode)
    call.isAbandoned = question.signal.aborted
    call.endpoint = `mcp/${question.path}`
    finish(deps, { statusCode, request: { id: requestId, call }, getHeader: () => sourceOf(outcome) })
    return { ...outcome, requestId }
  }
}

const pass = async (check: CallCheck, call: Call): Promise<void> => {
  const refusal = await check({ call })
  if (refusal) throw refusal
}

const finish = ({ log, metrics }: ToolCallDeps, answered: AnsweredCall): void => {
  logAccess(log, answered)
  metrics?.observe(answered)
}

/** As `Chasqui-Source` tells it, for the log. */
const sourceOf = (outcome: Outcome): string | undefined =>
  outcome.estado !== 'ok' || outcome.fuentes.length === 0
    ? undefined
    : outcome.fuentes
        .map(
          ({ proveedor, canal, edicion, clase }) =>
            `${proveedor}; channel=${canal}${edicion ? `; edition="${edicion}"` : ''}${clase ? `; kind=${clase}` : ''}`,
        )
        .join(', ')
