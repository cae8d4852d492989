import { Command } from 'commander'
import { Failure } from '../../kernel/errors.ts'
import { askLocally, askServer, type WireAnswer } from '../ask.ts'
import { ExitCode, exitCodeOf } from '../exit-code.ts'
import { LOOKUPS, type LookupSpec } from '../lookups.ts'
import type { Output } from '../output.ts'

interface Flags extends Record<string, string | boolean | undefined> {
  json?: boolean
  url?: string
  key?: string
  sandbox?: boolean
}

/** One command per endpoint: `chasqui ruc 20000000125`. */
export const lookupCommands = (output: Output): Command[] => LOOKUPS.map((spec) => lookupCommand(spec, output))

const lookupCommand = (spec: LookupSpec, output: Output): Command => {
  const command = new Command(spec.name).description(spec.description)
  if (spec.argument) command.argument(argumentSyntax(spec.argument))
  for (const { flag, description } of spec.options) command.option(flag, description)
  for (const inner of spec.inner ?? []) command.addCommand(lookupCommand(inner, output))
  return command
    .option('--json', 'imprime la respuesta tal como la daría el servicio')
    .option('--url <dirección>', 'pregunta a un servicio en marcha')
    .option('--key <clave>', 'clave para el servicio en marcha')
    .option('--sandbox', 'usa fuentes simuladas y personas inventadas')
    .action(async (...args: unknown[]) => {
      const words = spec.argument ? (args[0] as string[] | string | undefined) : undefined
      // An outer command takes the options that both have.
      const flags = command.optsWithGlobals<Flags>()
      const argument = Array.isArray(words) ? words.join(' ') : words
      output.setExitCode(await runLookup(spec, queryOf(spec, argument, flags), flags, output))
    })
}

/** A name may be written without quotes: all words that follow belong to it. */
const argumentSyntax = ({ label, required, words }: NonNullable<LookupSpec['argument']>): string => {
  const name = words ? `${label}...` : label
  return required ? `<${name}>` : `[${name}]`
}

const queryOf = (spec: LookupSpec, argument: string | undefined, flags: Flags): Record<string, string> => {
  const query: Record<string, string> = {}
  if (spec.argument && argument !== undefined) query[spec.argument.field] = argument
  for (const { field } of spec.options) {
    const value = flags[field]
    if (value !== undefined) query[field] = value === true ? '1' : String(value)
  }
  return query
}

/** Asks, prints the answer, and returns the exit code. */
const runLookup = async (
  spec: LookupSpec,
  query: Record<string, string>,
  { url, key, sandbox, json }: Flags,
  output: Output,
): Promise<number> => {
  if (url !== undefined && key === undefined) {
    output.err('Con --url hace falta también --key.\n')
    return ExitCode.badInput
  }
  try {
    const answer =
      url === undefined
        ? await askLocally(spec, query, sandbox ? 'sandbox' : 'live')
        : await askServer(spec, query, { url, key: key as string })
    print(spec, answer, json === true, output)
    return answer.exitCode
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    output.err(`${error.message}\n`)
    return exitCodeOf(error.kind)
  }
}

const print = (spec: LookupSpec, { body, origins }: WireAnswer, json: boolean, output: Output): void => {
  if (json) output.out(`${JSON.stringify(body)}\n`)
  else if (body.ok) output.out(`${spec.render({ ...body, data: body.data as never, ...(origins && { origins }) })}\n`)
  else output.err(`${body.error.mensaje}\n`)
}
