/** Reads a table of `word TRANSLATION` entries, separated by bars and line ends. */
export const readWordTable = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/[|\n]/)
      .map((entry): [string, string] => {
        const space = entry.indexOf(' ')
        return [entry.slice(0, space), entry.slice(space + 1)]
      }),
  )
