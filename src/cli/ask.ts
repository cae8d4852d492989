import { request } from 'undici'
import { limaClock } from '../domain/lima-time.ts'
import type { Origin } from '../domain/records.ts'
import { type EnvelopeBody, envelopeOf } from '../http/reply/envelope.ts'
import { type ErrorBody, errorBody } from '../http/reply/failures.ts'
import { cleanQuery } from '../http/request/query.ts'
import { Failure } from '../kernel/errors.ts'
import { silentLog } from '../kernel/log.ts'
import { version } from '../kernel/version.ts'
import type { Answer } from '../lookups/shared/answer.ts'
import { openAnswers } from '../services.ts'
import { openSharedDatabase } from '../shared-database.ts'
import { configFromEnvironment } from './environment.ts'
import { ExitCode, exitCodeOf, exitCodeOfCodigo } from './exit-code.ts'
import type { LookupSpec } from './lookups.ts'
import { openSandbox } from './open-sandbox.ts'

/** The body that an HTTP caller would get, the origins of the data, and the exit code. */
export interface WireAnswer {
  body: EnvelopeBody<unknown> | ErrorBody
  origins?: readonly Origin[]
  exitCode: number
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
    return { body: envelopeOf(answer), origins: answer.origins, exitCode: ExitCode.found }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { body: errorBody(error.kind, error.message, error.campo), exitCode: exitCodeOf(error.kind) }
  } finally {
    await answers.close()
    await sandbox?.close()
  }
}

/** Asks a running server. */
export const askServer = async (
  { path }: LookupSpec,
  query: Record<string, string>,
  { url, key }: { url: string; key: string },
): Promise<WireAnswer> => {
  if (!URL.canParse(url)) throw new Failure('invalid-input', '--url debe ser una dirección http:// o https://')
  const address = `${url.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`
  const headers = { authorization: `Bearer ${key}`, 'user-agent': `Chasqui/${version} (cli)` }
  try {
    const reply = await request(address, { headers })
    const body = (await reply.body.json()) as WireAnswer['body']
    if (typeof body?.ok !== 'boolean') throw new TypeError('not our envelope')
    return { body, exitCode: body.ok ? ExitCode.found : exitCodeOfCodigo(body.error.codigo) }
  } catch (error) {
    throw new Failure('upstream-unavailable', `Ningún servicio Chasqui responde en ${new URL(url).host}`, {
      cause: error,
    })
  }
}
