import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The text of a file of a copy; empty when the copy has no such file. */
export const copyText = (folder: string, name: string, encoding: BufferEncoding): string => {
  const path = join(folder, `${name}.gz`)
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString(encoding) : ''
}

/** The folders of copies of a list that hold this file. */
export const copiesWith = (shared: string, list: string, name: string): string[] =>
  readdirSync(join(shared, list), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(shared, list, entry.name, `${name}.gz`)))
    .map((entry) => join(shared, list, entry.name))
