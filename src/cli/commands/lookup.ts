import { Command } from 'commander'
import { Failure } from '../../kernel/errors.ts'
import { askHere, askServer, type WireAnswer } from '../ask.ts'
import { ExitCode, exitCodeOf } from '../exit-code.ts'
import { LOOKUPS, type LookupShape } from '../lookups.ts'

interface Flags extends Record<string, string | boolean | undefined> {
  json?: boolean
  url?: string
  key?: string
  sandbox?: boolean
}

/** One command per endpoint: `chasqui ruc 20000000125`. */
export const lookupCommands = (): Command[] => LOOKUPS.map(lookupCommand)

const lookupCommand = (shape: LookupShape): Command => {
  const command = new Command(shape.name).description(shape.description)
  if (shape.argument) command.argument(argumentSyntax(shape.argument))
  for (const { flag, description } of shape.options) command.option(flag, description)
  return command
    .option('--json', 'imprime la respuesta tal como la daría el servicio')
    .option('--url <dirección>', 'pregunta a un servicio en marcha')
    .option('--key <clave>', 'clave para el servicio en marcha')
    .option('--sandbox', 'usa fuentes simuladas y personas inventadas')
    .action(async (...given: unknown[]) => {
      const [words, flags] = shape.argument
        ? (given as [string[] | string | undefined, Flags])
        : [undefined, given[0] as Flags]
      const argument = Array.isArray(words) ? words.join(' ') : words
      process.exitCode = await answer(shape, queryOf(shape, argument, flags), flags)
    })
}

/** A name may be written without quotes: all its words belong to it. */
const argumentSyntax = ({ label, required, words }: NonNullable<LookupShape['argument']>): string => {
  const name = words ? `${label}...` : label
  return required ? `<${name}>` : `[${name}]`
}

const queryOf = (shape: LookupShape, argument: string | undefined, flags: Flags): Record<string, string> => {
  const query: Record<string, string> = {}
  if (shape.argument && argument !== undefined) query[shape.argument.field] = argument
  for (const { field } of shape.options) {
    const value = flags[field]
    if (value !== undefined) query[field] = value === true ? '1' : String(value)
  }
  return query
}

const answer = async (shape: LookupShape, query: Record<string, string>, flags: Flags): Promise<number> => {
  if (flags.url !== undefined && flags.key === undefined) return complain('Con --url hace falta también --key.')
  try {
    const told =
      flags.url === undefined
        ? await askHere(shape, query, flags.sandbox ? 'sandbox' : 'live')
        : await askServer(shape, query, flags.url, flags.key as string)
    print(shape, told, flags.json ?? false)
    return told.exitCode
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return complain(error.message, exitCodeOf(error.kind))
  }
}

const print = (shape: LookupShape, { body, origins }: WireAnswer, json: boolean): void => {
  if (json) process.stdout.write(`${JSON.stringify(body)}\n`)
  else if (body.ok)
    process.stdout.write(`${shape.render({ ...body, data: body.data as never, ...(origins && { origins }) })}\n`)
  else process.stderr.write(`${body.error.mensaje}\n`)
}

const complain = (line: string, code: number = ExitCode.badInput): number => {
  process.stderr.write(`${line}\n`)
  return code
}
