import type { Command, CommanderError } from 'commander'
import { writeHelpInSpanish } from './help.ts'
import type { Output } from './output.ts'

const SENTENCES: Record<string, (name: string) => string> = {
  'commander.unknownCommand': (name) => `No existe la orden ${name}.`,
  'commander.unknownOption': (name) => `No existe la opción ${name}.`,
  'commander.missingArgument': (name) => `Falta el argumento ${name}.`,
  'commander.optionMissingArgument': (name) => `La opción ${name} necesita un valor.`,
  'commander.excessArguments': () => 'Hay argumentos de más.',
}

/** What is wrong with a command line, as one Spanish line; empty for help and version, which are no errors. */
export const usageErrorLine = ({ code, message, exitCode }: CommanderError): string => {
  if (exitCode === 0 || code === 'commander.help') return ''
  const name = /'([^']+)'/.exec(message)?.[1] ?? ''
  const sentence = SENTENCES[code]?.(name) ?? 'La orden no se entiende.'
  const similar = /Did you mean (?:one of )?(.+)\?/.exec(message)?.[1]
  const suggestion = similar ? ` ¿Quiso decir ${similar.replace(/, ([^,]+)$/, ' o $1')}?` : ''
  return `${sentence}${suggestion} Use --help para ver las opciones.`
}

/** Makes a command and its subcommands throw instead of exiting, and print nothing but Spanish help. */
export const throwUsageErrors = (command: Command, output: Output): Command => {
  command
    .exitOverride()
    .helpOption('-h, --help', 'muestra esta ayuda')
    .configureOutput({ writeOut: output.out, writeErr: output.err, outputError: () => {} })
  writeHelpInSpanish(command)
  if (command.commands.length > 0) command.helpCommand('help [orden]', 'muestra la ayuda de una orden')
  for (const subcommand of command.commands) throwUsageErrors(subcommand, output)
  return command
}
