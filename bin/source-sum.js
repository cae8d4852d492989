// The sum of sources: says whether something was made of them as they are now.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** SHA-256 of files and folders of `root`, tests left out. */
export const sumOf = (root, names) => {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(relative(root, path)).update(readFileSync(path))
  }
  for (const name of names) add(join(root, name))
  return hash.digest('hex')
}
