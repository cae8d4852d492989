import { limaClock } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import { type EnvelopeBody, envelopeOf } from '../../http/reply/envelope.ts'
import { type ErrorBody, errorBody } from '../../http/reply/failures.ts'
import { cleanQuery } from '../../http/request/query.ts'
import { Failure } from '../../kernel/errors.ts'
import { silentLog } from '../../kernel/log.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { openAnswers } from '../../services.ts'
import { openSharedDatabase } from '../../shared-database.ts'
import { configFromEnvironment } from '../environment.ts'
import type { LookupSpec } from '../lookups.ts'
import { openSandbox } from '../open-sandbox.ts'

/** The body that an HTTP caller would get, and the origins of the data. */
export interface WireAnswer {
  body: EnvelopeBody<unknown> | ErrorBody
  origins?: readonly Origin[]
}

/** Answers in this process, from the local editions and the sources. */
export const askLocally = async (
  spec: LookupSpec,
  query: Record<string, string>,
  mode: 'live' | 'sandbox',
): Promise<WireAnswer> => {
  const sandbox = mode === 'sandbox' ? await openSandbox() : null
  // A single question must not wait for a download; `data sync` and servers refresh the datasets.
  const config = sandbox?.config ?? { ...configFromEnvironment('live'), refresh: 'off' as const }
  const open = async () => {
    const database = await openSharedDatabase(config)
    const options = { only: spec.datasets, database }
    const answers = await openAnswers(config, limaClock(config.today), silentLog(), options)
    return { ...answers, close: () => answers.close().finally(() => database?.close()) }
  }
  const answers = await open().catch(async (error) => {
    await sandbox?.close()
    throw error
  })
  try {
    await answers.firstEditions()
    const answer: Answer<unknown> = await spec.lookup(answers.lookups)(cleanQuery(query))
    return { body: envelopeOf(answer), origins: answer.origins }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { body: errorBody(error.kind, error.message, error.campo) }
  } finally {
    await answers.close()
    await sandbox?.close()
  }
}
