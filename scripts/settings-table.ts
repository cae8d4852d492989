// Prints the table of docs/configuration.md from the settings themselves.
import { SETTINGS } from '../src/config.ts'
import { isProgram } from './is-program.js'

/** One row a setting: name, default, meaning. */
export const settingsTable = (): string =>
  [
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...Object.entries(SETTINGS).map(
      ([name, [value, meaning]]) => `| \`${name}\` | ${value ? `\`${value}\`` : '–'} | ${meaning} |`,
    ),
  ].join('\n')

if (isProgram(import.meta.url)) process.stdout.write(`${settingsTable()}\n`)
