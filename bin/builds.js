// The compiled program. Each state of the sources has a folder of its own, named after its sum, that is never changed: a server
// goes on with its files, also with those that it loads later, while newer sources are compiled and run.
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { discard, isMadeOf, makeFolder, sumOf } from './aside.js'
import { print, Refusal, runProgram } from './programs.js'

const PROJECTS = ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json']
const BUILT_FROM = ['src', 'sandbox', 'console', 'scripts', 'package.json', 'package-lock.json', ...PROJECTS]
const KEPT = 3

const folderOf = (home, sum) => join(home, 'builds', sum.slice(0, 20))

/** The folder of the compiled sources as they are now; null when they are not compiled. */
export const findBuild = (root, home) => {
  const sum = sumOf(root, BUILT_FROM)
  return isMadeOf(folderOf(home, sum), sum) ? folderOf(home, sum) : null
}

export const build = async (root, home, node) => {
  print('Compilando…')
  const sum = sumOf(root, BUILT_FROM)
  const folder = await makeFolder(home, folderOf(home, sum), sum, async (next) => {
    const isCompiled = await runProgram(node, [join(root, 'scripts', 'compile.js'), next], { cwd: root })
    if (!isCompiled) throw new Refusal('La compilación falló.')
  })
  await discardOldBuilds(join(home, 'builds'))
  return folder
}

/** Removes builds that are neither among the newest nor in use. */
const discardOldBuilds = async (builds) => {
  const paths = readdirSync(builds).map((name) => join(builds, name))
  const newestFirst = paths.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  const old = newestFirst.slice(KEPT)
  const inUse = old.length > 0 ? openFiles() : ''
  for (const path of old) if (!inUse.includes(`${path}${sep}`)) await discard(path)
}

/** The open files of this machine's processes, as far as Linux shows them. */
const openFiles = () => {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }
  return spawnSync('sh', ['-c', 'ls -l /proc/[0-9]*/fd'], options).stdout ?? ''
}
