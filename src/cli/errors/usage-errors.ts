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
  const meant = MEANT[code]?.(command, name, args) ?? []
  return `${sentence}${suggestion(meant)} Use «${pathOf(command)} --help» para ver las opciones.`
}

/** What may have been meant, by the kind of error. */
const MEANT: Record<string, (command: Command, name: string, args: readonly string[]) => string[]> = {
  'commander.unknownCommand': (command, name) => meantCommands(command, name),
  'commander.unknownOption': (command, name) => meantOptions(command, name),
  // The first word of too many may be a command inside this one, misspelled and taken for an argument.
  'commander.excessArguments': (command, _name, args) => {
    const word = args[args.indexOf(command.name()) + 1]
    return word === undefined ? [] : similarCommands(command, word)
  },
}

/** The innermost command that the words name. */
const calledCommand = (program: Command, args: readonly string[]): Command => {
  let command = program
  let isValue = false
  for (const word of args) {
    const skipped = isValue || word.startsWith('-') || word === 'help'
    isValue = !isValue && command.options.some(({ long, required }) => required && long === word)
    if (skipped) continue
    const inner = command.commands.find((one) => one.name() === word)
    if (!inner) break
    command = inner
  }
  return command
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Commands with a similar name, here or inside others; for a bare number the lookup that takes it. */
const meantCommands = (command: Command, word: string): string[] => {
  if (/^[0-9]{11}$/.test(word)) return [`ruc ${word}`]
  if (/^[0-9]{8}$/.test(word)) return [`dni ${word}`]
  const own = similarCommands(command, word)
  if (own.length > 0 || command.parent) return own
  const inner = command.commands.flatMap((one) => one.commands.map((two) => [one.name(), two.name()] as const))
  return inner.filter(([, name]) => name === word.toLowerCase()).map((path) => path.join(' '))
}

const similarCommands = (command: Command, word: string): string[] =>
  similarWords(
    word,
    command.commands.map((one) => one.name()),
  )

const meantOptions = (command: Command, name: string): string[] => {
  const known = ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
  return name.startsWith('--')
    ? similarWords(
        name.slice(2).replace(/=.*$/, ''),
        known.map((one) => one.slice(2)),
      ).map((one) => `--${one}`)
    : []
}
