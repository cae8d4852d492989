// Prints the table of docs/configuration.md from the settings themselves.
import { SETTINGS } from '../src/config.ts'

/** One row a setting: name, default, meaning. */
export const settingsTable = (): string =>
  [
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...Object.entries(SETTINGS).map(
      ([name, [value, meaning]]) => `| \`${name}\` | ${value ? `\`${value}\`` : '–'} | ${meaning} |`,
    ),
  ].join('\n')

if (import.meta.main) process.stdout.write(`${settingsTable()}\n`)
