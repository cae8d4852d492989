// `node scripts/build-console.js`: bundles the console into `.runtime/console` when its sources changed. Commands that run from the
// sources serve it from there, and every build copies it.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMadeOf, makeFolder, sumOf } from '../bin/aside.js'
import { makeOnce } from '../bin/lock.js'
import { print } from '../bin/programs.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, '.runtime', 'console')
/** The lock file names the packages. */
const SOURCES = ['console', 'src/client', 'src/kernel/workbook', 'package-lock.json']

/** The folder of the bundle. Of several processes one bundles. */
export const buildConsole = async () => {
  const find = () => (isMadeOf(FOLDER, sumOf(ROOT, SOURCES)) ? FOLDER : null)
  // A folder of its own to work in: whoever prepares something else does not wait for it.
  const home = join(ROOT, '.runtime', 'console-work')
  return makeOnce(home, find, () => bundle(home))
}

const bundle = async (home) => {
  print('Preparando la consola…')
  const { bundleConsole } = await import('../console/build.js')
  return makeFolder(home, FOLDER, sumOf(ROOT, SOURCES), bundleConsole)
}

if (import.meta.main) await buildConsole()
