import type { Command, CommanderError } from 'commander'

const SENTENCES: Record<string, (named: string) => string> = {
  'commander.unknownCommand': (named) => `No existe la orden ${named}.`,
  'commander.unknownOption': (named) => `No existe la opción ${named}.`,
  'commander.missingArgument': (named) => `Falta el argumento ${named}.`,
  'commander.optionMissingArgument': (named) => `La opción ${named} necesita un valor.`,
  'commander.excessArguments': () => 'Hay argumentos de más.',
}

/** What is wrong with a command line, in one Spanish line; empty when nothing is (help, version). */
export const complaintOf = ({ code, message, exitCode }: CommanderError): string => {
  if (exitCode === 0 || code === 'commander.help') return ''
  const named = /'([^']+)'/.exec(message)?.[1] ?? ''
  return `${SENTENCES[code]?.(named) ?? 'La orden no se entiende.'} Use --help para ver las opciones.`
}

/** Makes a command and all below it throw in place of exiting, and leave the words to us. */
export const speakSpanish = (command: Command): Command => {
  command
    .exitOverride()
    .helpOption('-h, --help', 'muestra esta ayuda')
    .configureOutput({ outputError: () => {} })
  if (command.commands.length > 0) command.helpCommand('help [orden]', 'muestra la ayuda de una orden')
  for (const below of command.commands) speakSpanish(below)
  return command
}
