import { Argument, type Command, Option } from 'commander'

/** What a shell offers for a value: words of a closed set, several of them separated by commas, paths, or nothing. */
export type Completes = { kind: 'values' | 'list'; values: readonly string[] } | { kind: 'file' | 'folder' | 'text' }

export const FREE_TEXT: Completes = { kind: 'text' }

/** The value is one of these; who checks it is whoever uses it. */
export const oneOf = (values: Iterable<string>): Completes => ({ kind: 'values', values: [...values] })

/** An option whose value a shell can complete. */
export class CompletedOption extends Option {
  readonly completes: Completes

  constructor(flags: string, description: string, completes: Completes) {
    super(flags, description)
    this.completes = completes
  }
}

/** An argument that a shell can complete. */
export class CompletedArgument extends Argument {
  readonly completes: Completes

  constructor(name: string, description: string, completes: Completes) {
    super(name, description)
    this.completes = completes
  }
}

export const completesOf = (part: Option | Argument): Completes =>
  part instanceof CompletedOption || part instanceof CompletedArgument ? part.completes : FREE_TEXT

/** Ends the help of a command with examples: a line to type, and what it does. */
export const withExamples = (command: Command, examples: readonly (readonly [line: string, does: string])[]): Command =>
  command.addHelpText('after', () =>
    ['', 'Ejemplos:', ...examples.flatMap(([line, does]) => [`  # ${does}`, `  chasqui ${line}`])].join('\n'),
  )
