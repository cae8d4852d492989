import { Command } from 'commander'
import type { LookupFlags } from '../actions/lookup.ts'
import { CompletedArgument, CompletedOption, FREE_TEXT, withExamples } from '../completes.ts'
import { ExitCode } from '../exit-code.ts'
import { isoInput } from '../iso-input.ts'
import { LOOKUPS, type LookupArgument, type LookupSpec } from '../lookups.ts'
import type { Output } from '../output.ts'

type Flags = LookupFlags & Record<string, string | boolean | undefined>

const DATES = ['fecha', 'mes', 'desde', 'hasta', 'nacimiento']

/** One command per endpoint: `chasqui ruc 20000000125`. */
export const lookupCommands = (output: Output): Command[] => LOOKUPS.map((spec) => lookupCommand(spec, output))

const lookupCommand = (spec: LookupSpec, output: Output): Command => {
  const command = new Command(spec.name).description(spec.description)
  const { argument } = spec
  if (argument)
    command.addArgument(
      new CompletedArgument(argumentSyntax(argument), argument.description, argument.completes ?? FREE_TEXT),
    )
  for (const { flag, description, completes } of spec.options)
    command.addOption(new CompletedOption(flag, description, completes))
  for (const inner of spec.inner ?? []) command.addCommand(lookupCommand(inner, output))
  if (spec.isHit) command.option('--alerta', `termina con ${ExitCode.hit} cuando hay alguna`)
  command.addOption(
    new CompletedOption(
      '--constancia [archivo]',
      'pide una constancia firmada: la escribe en ese archivo, o la imprime',
      { kind: 'file' },
    ),
  )
  command.option('--json', 'imprime la respuesta tal como la daría el servicio')
  return withExamples(withServerOptions(command), spec.examples).action(async (...args: unknown[]) => {
    const words = argument ? (args[0] as string[] | string | undefined) : undefined
    refuseOuterOptions(command)
    // An outer command takes the options that both have.
    const flags = command.optsWithGlobals<Flags>()
    // No words are no name; one that is empty is a mistake.
    const text = Array.isArray(words) ? (words.length > 0 ? words.join(' ') : undefined) : words
    const twice =
      argument && text && spec.options.some(({ field }) => field === fieldOf(argument, text) && flags[field])
    if (twice) {
      output.err(`${argument.subject} se indica dos veces: como argumento y con --${fieldOf(argument, text)}.\n`)
      return output.setExitCode(ExitCode.badInput)
    }
    const { runLookup } = await import('../actions/lookup.ts')
    output.setExitCode(await runLookup(spec, queryOf(spec, text, flags), flags, output))
  })
}

/** Options of the outer command alone are taken by it wherever they stand, and would be ignored here. */
const refuseOuterOptions = (command: Command): void => {
  const outer = command.parent
  const given = outer?.options.find(
    (one) =>
      outer.getOptionValueSource(one.attributeName()) === 'cli' &&
      !command.options.some(({ long }) => long === one.long),
  )
  if (given) command.error(`'${given.long}'`, { code: 'commander.unknownOption' })
}

/** The options of every command that may ask a running server. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--url <dirección>', 'pregunta a un servicio en marcha; también con CHASQUI_URL')
    .option(
      '--key <clave>',
      'clave para ese servicio; mejor con CHASQUI_KEY, porque otros usuarios del equipo pueden ver las órdenes',
    )
    .option('--sandbox', 'usa fuentes simuladas y personas inventadas')

/** A name may be written without quotes: all words that follow belong to it. */
const argumentSyntax = ({ label, required, words }: LookupArgument): string => {
  const name = words ? `${label}...` : label
  return required ? `<${name}>` : `[${name}]`
}

const fieldOf = ({ field, digits }: LookupArgument, text: string): string =>
  digits !== undefined && /^[0-9\s]+$/.test(text) ? digits : field

const queryOf = (spec: LookupSpec, text: string | undefined, flags: Flags): Record<string, string> => {
  const query: Record<string, string> = {}
  const set = (field: string, value: string): void => {
    query[field] = DATES.includes(field) ? isoInput(value) : value
  }
  if (spec.argument && text) set(fieldOf(spec.argument, text), text)
  else if (spec.argument && text === '') query[spec.argument.field] = ''
  for (const { field } of spec.options) {
    const value = flags[field]
    if (value !== undefined) set(field, value === true ? '1' : String(value))
  }
  return query
}
