// Bundles the console when its sources changed. Kept apart from the program's builds, which copy it: commands that run from
// the sources serve it from here.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { runProgram } from './commands.js'
import { print, Refusal } from './report.js'
import { sumOf } from './source-sum.js'

/** What the bundle is made of. The lock file names the packages. */
export const CONSOLE_SOURCES = ['console', 'src/client', 'package-lock.json']
const STAMP = '.stamp'

const folderOf = (root) => join(root, '.runtime', 'console')

/** The folder of the console as its sources are now; null when it is not bundled. */
export const findConsole = (root) => {
  const stamp = join(folderOf(root), STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sumOf(root, CONSOLE_SOURCES) ? folderOf(root) : null
}

/** Bundles aside and renames. The bundler needs a recent Node, which may still be on its way. */
export const buildConsole = async (root, node) => {
  const found = findConsole(root)
  if (found) return found
  const program = await node
  print('Preparando la consola…')
  const folder = folderOf(root)
  const aside = asideOf(folder)
  mkdirSync(dirname(folder), { recursive: true })
  discardLeftovers(folder)
  try {
    const sum = sumOf(root, CONSOLE_SOURCES)
    const args = [join(root, 'console', 'build.js'), aside]
    if (!(await runProgram(program, args, { cwd: root }))) throw new Refusal('La consola no se pudo preparar.')
    writeFileSync(join(aside, STAMP), sum)
    putInPlace(folder)
  } finally {
    discard(aside)
  }
  return folder
}
