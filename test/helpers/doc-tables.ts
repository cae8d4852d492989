import { readFileSync } from 'node:fs'

/** The rows of every table in a page of `docs/`, cell by cell, without headings. */
export const docRows = (name: string): string[][] =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

/** The texts between backticks in a cell. */
export const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
