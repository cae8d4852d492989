// The Node to run with: the one at hand, or one from the package registry when that is too old. `runtime/package-lock.json` pins it
// for each platform, and npm installs and checks the right one. It has a lock file of its own: among the packages it would
// become the `node` of every npm script, also in projects that use Chasqui, and nobody with a recent Node should fetch it.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMadeOf, makeFolder, sumOf } from './aside.js'
import { npmCi, print, Refusal } from './programs.js'

export const OLDEST_NODE = '24.11'
const PINNED = fileURLToPath(new URL('../runtime/', import.meta.url))
const FILES = ['package.json', 'package-lock.json']

const isRecent = (version) => version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) >= 0

/** npm has left out the packages of other platforms. */
const programIn = (folder) => {
  const packages = join(folder, 'node_modules')
  const name = existsSync(packages) && readdirSync(packages).find((one) => one.startsWith('node-'))
  return name && join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** The Node at hand, or the one that was fetched into one of these folders. */
export const findNode = (homes) => {
  if (isRecent(process.versions.node)) return process.execPath
  const sum = sumOf(PINNED, FILES)
  const folder = homes.map((home) => join(home, 'node')).find((one) => isMadeOf(one, sum))
  return folder && programIn(folder)
}

export const fetchNode = async (home) => {
  print(`Node ${process.versions.node} es anterior a ${OLDEST_NODE}: instalando uno propio en ${home} (una sola vez)…`)
  const folder = await makeFolder(home, join(home, 'node'), sumOf(PINNED, FILES), async (next) => {
    for (const name of FILES) copyFileSync(join(PINNED, name), join(next, name))
    // An optional package that npm cannot fetch, or that is not the pinned one, is left out without a failure.
    const program = (await npmCi(next, '--ignore-scripts')) && programIn(next)
    // It does not run where the C library is another one.
    if (program && spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0) return
    const failure = `No se pudo instalar Node para ${process.platform}-${process.arch} desde el registro de paquetes.`
    throw new Refusal(`${failure} Instale Node ${OLDEST_NODE} o posterior y repita la orden.`)
  })
  return programIn(folder)
}
