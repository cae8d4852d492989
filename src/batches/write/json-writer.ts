import type { Row } from '../table.ts'

/** Names for the members of an object: a name that is there already gets a number, one that is empty its position. */
export const uniqueNames = (columns: readonly string[]): string[] => {
  const taken = new Set<string>(columns)
  const used = new Set<string>()
  return columns.map((column, i) => {
    const name = column === '' ? `columna_${i + 1}` : column
    if (column !== '' && !used.has(name)) {
      used.add(name)
      return name
    }
    let free = name
    for (let n = 2; taken.has(free) || used.has(free); n++) free = `${name}_${n}`
    used.add(free)
    return free
  })
}

/** A result as a JSON array, an object per line. Written member by member: keys such as `__proto__` and `1` keep their place. */
export async function* writeJson(
  columns: readonly string[],
  pieces: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const keys = uniqueNames(columns).map((name) => `${JSON.stringify(name)}:`)
  const toObject = (row: Row): string => {
    let members = ''
    for (let i = 0; i < keys.length; i++) {
      const cell = row[i]
      if (cell === undefined) continue
      members += `${members === '' ? '' : ','}${keys[i]}${JSON.stringify(cell)}`
    }
    return `{${members}}`
  }
  let separator = '[\n'
  for await (const rows of pieces) {
    let text = ''
    for (const row of rows) {
      text += separator + toObject(row)
      separator = ',\n'
    }
    yield text
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
