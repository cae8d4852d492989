import type { Argument, Command, Option } from 'commander'
import { type Completes, completesOf } from '../completes.ts'

/** An option as a shell completes it; `value` is null when it takes none. */
export interface TreeOption {
  long: string
  short: string | undefined
  description: string
  value: Completes | null
}

/** A command as a shell completes it. */
export interface TreeCommand {
  /** The words that lead to it, without the program's name: `keys create`. */
  path: string
  description: string
  inner: readonly { name: string; description: string }[]
  options: readonly TreeOption[]
  args: readonly { value: Completes; variadic: boolean }[]
}

/** Every command of the program, the program itself first. */
export const readTree = (program: Command): TreeCommand[] => walk(program, [])

const walk = (command: Command, path: readonly string[]): TreeCommand[] => {
  const helper = command.createHelp()
  const own = helper.visibleOptions(command).map(treeOption)
  const inner = helper.visibleCommands(command)
  return [
    {
      path: path.join(' '),
      description: command.description(),
      inner: inner.map((one) => ({ name: one.name(), description: one.description() })),
      options: own,
      args: command.registeredArguments.map(treeArgument),
    },
    ...command.commands.flatMap((one) => walk(one, [...path, one.name()])),
  ]
}

const treeOption = (option: Option): TreeOption => ({
  long: option.long ?? option.flags,
  short: option.short,
  description: option.description,
  value: option.required || option.optional ? completesOf(option) : null,
})

const treeArgument = (argument: Argument): { value: Completes; variadic: boolean } => ({
  value: completesOf(argument),
  variadic: argument.variadic,
})
