import type { Command } from 'commander'
import type { Output } from './output.ts'
import { terminalColumns } from './render/fit.ts'

/**
 * Writes every way of asking for help as `… --help`, also for inner commands (`help keys create`). Where a command does
 * not exist, the help is left out, so that the mistake is told in place of it.
 */
export const resolveHelp = (program: Command, args: readonly string[]): string[] => {
  const path: string[] = []
  const rest = [...args]
  let command = program
  let wantsHelp = false
  while (command.commands.length > 0) {
    const word = rest.shift()
    if (word === undefined || word.startsWith('-')) break
    if (word === 'help') {
      wantsHelp = true
      continue
    }
    path.push(word)
    const inner = command.commands.find((one) => one.name() === word)
    // A word that is no inner command may be an argument.
    if (!inner && command.registeredArguments.length > 0) return wantsHelp ? [...path, '--help'] : [...args]
    if (!inner) return path
    command = inner
  }
  return wantsHelp ? [...path, '--help'] : [...args]
}

const TITLES: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Órdenes:',
}

/** Gives a command and its inner ones Spanish help that fits the terminal, and makes them throw where they would exit. */
export const helpInSpanish = (command: Command, output: Output): Command => {
  const translate = (term: string): string => term.replace('[options]', '[opciones]').replace('[command]', '[orden]')
  command
    .exitOverride()
    .helpOption('-h, --help', 'muestra esta ayuda')
    .configureOutput({
      writeOut: output.out,
      writeErr: output.err,
      outputError: () => {},
      getOutHelpWidth: terminalColumns,
      getErrHelpWidth: terminalColumns,
    })
    .configureHelp({
      styleTitle: (title) => TITLES[title] ?? title,
      styleUsage: translate,
      styleSubcommandTerm: translate,
    })
  if (command.commands.length > 0) command.helpCommand('help [orden]', 'muestra la ayuda de una orden')
  for (const subcommand of command.commands) helpInSpanish(subcommand, output)
  return command
}
