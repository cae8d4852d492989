import type { Origin } from '../../domain/records.ts'
import { lookupAt } from '../../endpoints/join-lookups.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import type { Endpoint } from '../../endpoints/shared/endpoint.ts'
import { type EnvelopeBody, envelopeOf } from '../../endpoints/shared/envelope.ts'
import { type ErrorBody, errorBody } from '../../endpoints/shared/failures.ts'
import { Failure } from '../../kernel/errors.ts'
import { originsOfFailure } from '../../lookups/shared/not-found.ts'
import { openLocalAnswers } from '../settings.ts'

/** The body that an HTTP caller would get, and the origins of the data. */
export interface WireAnswer {
  body: (EnvelopeBody<unknown> | ErrorBody) & { constancia?: string }
  origins?: readonly Origin[]
}

/** Answers in this process, from the local editions and the sources. */
export const askLocally = async (
  endpoint: Endpoint,
  query: Record<string, string>,
  { mode, certified }: { mode: 'live' | 'sandbox'; certified: boolean },
): Promise<WireAnswer> => {
  const answers = await openLocalAnswers(mode, { only: endpoint.datasets })
  const { config, clock, database } = answers
  const certify = async (body: WireAnswer['body'], origins: readonly Origin[]): Promise<WireAnswer['body']> => {
    if (!certified) return body
    const { certifyLocally } = await import('./certify-locally.ts')
    return certifyLocally({ endpoint, query: cleanQuery(query), body, origins }, config, clock, database)
  }
  try {
    const lookup = lookupAt(answers.lookups, endpoint.path) as NonNullable<ReturnType<typeof lookupAt>>
    const answer = await lookup(cleanQuery(query))
    return { body: await certify(envelopeOf(answer), answer.origins), origins: answer.origins }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { body: await certify(errorBody(error.kind, error.message, error.campo), originsOfFailure(error)) }
  } finally {
    await answers.close()
  }
}
