import type { Command, CommanderError } from 'commander'
import { similarWords, suggestion } from './suggest.ts'

const SENTENCES: Record<string, (name: string) => string> = {
  'commander.unknownCommand': (name) => `No existe la orden ${name}.`,
  'commander.unknownOption': (name) => `No existe la opción ${name}.`,
  'commander.missingArgument': (name) => `Falta el argumento ${name}.`,
  'commander.optionMissingArgument': (name) => `La opción ${name} necesita un valor.`,
  'commander.excessArguments': () => 'Hay argumentos de más.',
}

/** What is wrong with a command line, as one Spanish line; empty for help and version, which are no errors. */
export const usageErrorLine = (
  { code, message, exitCode }: CommanderError,
  program: Command,
  args: readonly string[],
): string => {
  if (exitCode === 0 || code === 'commander.help') return ''
  const name = /'([^']+)'/.exec(message)?.[1] ?? ''
  const sentence = SENTENCES[code]?.(name) ?? 'La orden no se entiende.'
  const command = calledCommand(program, args)
  const meant =
    code === 'commander.unknownCommand'
      ? meantCommands(command, program, name)
      : code === 'commander.unknownOption'
        ? meantOptions(command, name)
        : []
  return `${sentence}${suggestion(meant)} Use «${pathOf(command)} --help» para ver las opciones.`
}

/** The innermost command that the words name. */
const calledCommand = (program: Command, args: readonly string[]): Command => {
  let command = program
  for (const word of args) {
    if (word.startsWith('-') || word === 'help') continue
    const inner = command.commands.find((one) => one.name() === word)
    if (!inner) break
    command = inner
  }
  return command
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Commands with a similar name, here or inside others; for a bare number the lookup that takes it. */
const meantCommands = (command: Command, program: Command, word: string): string[] => {
  if (/^[0-9]{11}$/.test(word)) return [`ruc ${word}`]
  if (/^[0-9]{8}$/.test(word)) return [`dni ${word}`]
  const own = similarWords(
    word,
    command.commands.map((one) => one.name()),
  )
  if (own.length > 0 || command !== program) return own
  const inner = program.commands.flatMap((one) => one.commands.map((two) => [one.name(), two.name()] as const))
  return inner.filter(([, name]) => name === word.toLowerCase()).map((path) => path.join(' '))
}

const meantOptions = (command: Command, name: string): string[] => {
  const known = ['--help', ...optionsOf(command)]
  return name.startsWith('--')
    ? similarWords(
        name.slice(2).replace(/=.*$/, ''),
        known.map((one) => one.slice(2)),
      ).map((one) => `--${one}`)
    : []
}

const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  ...(command.parent ? optionsOf(command.parent) : []),
]
