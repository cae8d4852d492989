import { writeFileSync } from 'node:fs'
import { Failure } from '../../kernel/errors.ts'
import { serverFromEnvironment } from '../environment.ts'
import { inCommandWords } from '../errors/command-words.ts'
import { ExitCode, exitCodeOfCodigo } from '../exit-code.ts'
import type { LookupSpec } from '../lookups.ts'
import type { Output } from '../output.ts'
import { printable } from '../render/layout.ts'
import type { WireAnswer } from './ask-locally.ts'
import type { Server } from './ask-server.ts'

export interface ServerFlags {
  url?: string
  key?: string
  sandbox?: boolean
}

export interface LookupFlags extends ServerFlags {
  json?: boolean
  alerta?: boolean
  /** True to print the certificate, or the file to write it into. */
  constancia?: boolean | string
}

/** Asks, prints the answer, and returns the exit code. */
export const runLookup = async (
  spec: LookupSpec,
  query: Record<string, string>,
  flags: LookupFlags,
  output: Output,
): Promise<number> =>
  explainRefusals(output, async () => {
    const answer = await ask(spec, query, flags)
    print(spec, query, answer, { output, json: flags.json === true })
    if (answer.body.constancia) deliver(answer.body.constancia, flags, output)
    return exitCodeOf(spec, answer, flags.alerta === true)
  })

/** A wrong setting or a server that does not answer is one line. */
export const explainRefusals = async (output: Output, work: () => Promise<number>): Promise<number> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.err(`${error.message}.\n`)
    return error.kind === 'invalid-input' ? ExitCode.badInput : ExitCode.sourceFailure
  }
}

/**
 * The running server to ask, or null to answer in this process. An option comes before the environment, and `--sandbox`
 * asks nobody that the environment names.
 */
export const serverOf = ({ url, key, sandbox }: ServerFlags): Server | null => {
  if (sandbox && url !== undefined)
    throw new Failure('invalid-input', '--sandbox y --url se excluyen: indique solo uno')
  if (sandbox) return null
  const named = serverFromEnvironment()
  const server = { url: url ?? named.url, key: key ?? named.key }
  if (server.url === undefined) {
    if (key === undefined) return null
    throw new Failure('invalid-input', '--key necesita --url o CHASQUI_URL, el servicio al que se pregunta')
  }
  if (server.key === undefined)
    throw new Failure(
      'invalid-input',
      'Para preguntar a un servicio en marcha hace falta una clave: CHASQUI_KEY o --key',
    )
  return { url: server.url, key: server.key }
}

/** Loads only what that place needs. */
const ask = async (spec: LookupSpec, query: Record<string, string>, flags: LookupFlags): Promise<WireAnswer> => {
  const server = serverOf(flags)
  const certified = flags.constancia !== undefined
  const asked = certified ? { ...query, constancia: '1' } : query
  if (server) return (await import('./ask-server.ts')).askServer(spec.endpoint.path, asked, server)
  const mode = flags.sandbox ? 'sandbox' : 'live'
  return (await import('./ask-locally.ts')).askLocally(spec.endpoint, query, { mode, certified })
}

/** Writes a certificate into the file that was named, or prints it; with `--json` the answer holds it already. */
const deliver = (constancia: string, { constancia: file, json }: LookupFlags, output: Output): void => {
  if (typeof file !== 'string') return json ? undefined : output.out(`${constancia}\n`)
  try {
    // Never over another one: it could not be made again.
    writeFileSync(file, `${constancia}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const problem = code === 'EEXIST' ? `Ya existe ${file}` : `No se puede escribir ${file}: ${code}`
    throw new Failure('invalid-input', problem)
  }
  output.err(`Constancia escrita en ${file}.\n`)
}

const exitCodeOf = ({ endpoint }: LookupSpec, { body }: WireAnswer, alert: boolean): number => {
  if (!body.ok) return exitCodeOfCodigo(body.error.codigo)
  const { isHit } = endpoint.command
  // With a notice nobody is cleared.
  return alert && isHit && (isHit(body.data as never) || body.aviso) ? ExitCode.hit : ExitCode.found
}

const print = (
  spec: LookupSpec,
  query: Record<string, string>,
  { body, origins }: WireAnswer,
  { output, json }: { output: Output; json: boolean },
): void => {
  if (json) output.out(`${JSON.stringify(body)}\n`)
  else if (body.ok) output.out(`${spec.render({ ...body, ...(origins && { origins }) })}\n`)
  else output.err(`${inCommandWords(spec, printable(body.error), query)}.\n`)
}
