import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Beside the sources while developing; one folder further up when this file runs compiled.
const ROOTS = ['../src/', '../../src/'].map((path) => new URL(path, import.meta.url))

/** The bytes of a fixture that the parsers' tests read too, e.g. `fixture('sources/taxauth', 'record.html')`. */
export const fixture = (room: string, name: string): Buffer => {
  const paths = ROOTS.map((root) => fileURLToPath(new URL(`${room}/fixtures/${name}`, root)))
  return readFileSync(paths.find((path) => existsSync(path)) ?? (paths[0] as string))
}
