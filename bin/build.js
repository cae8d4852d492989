// Compiles `src` and `sandbox` into `dist`.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { runProgram } from './commands.js'
import { stampIdentifiers } from './politica.js'
import { print, Refusal } from './report.js'

const BUILDERS = ['bin/build.js', 'bin/politica.js', 'bin/code-tokens.js']
const BUILT_FROM = ['src', 'sandbox', 'package.json', 'tsconfig.json', 'tsconfig.build.json', ...BUILDERS]
/** Pages that the parsers' tests read and the sandbox sends, so they are part of the program. */
const PAGES = ['src/sources/taxauth/fixtures']

/** `dist` carries the sum of the sources that it was compiled from. */
export const isBuilt = (root) => {
  const stampFile = join(root, 'dist', '.stamp')
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp(root)
}

const sourceStamp = (root) => {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(relative(root, path)).update(readFileSync(path))
  }
  for (const name of BUILT_FROM) add(join(root, name))
  return hash.digest('hex')
}

/**
 * Compiles aside and renames: a running server keeps its files until the new ones are complete. Types are not checked here,
 * which would take ten times as long; `npm test` does.
 */
export const build = async (root) => {
  print('Compilando…')
  const dist = join(root, 'dist')
  const stamp = sourceStamp(root)
  discardLeftovers(dist)
  const aside = asideOf(dist)
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', aside]
    if (!(await runProgram(process.execPath, args, { cwd: root }))) throw new Refusal('La compilación falló.')
    copyPages(root, aside)
    stampIdentifiers(aside)
    writeFileSync(join(aside, '.stamp'), stamp)
    putInPlace(dist)
  } finally {
    discard(aside)
  }
}

const copyPages = (root, target) => {
  const isPage = (path) => !/\.(?:ts|md)$/.test(path)
  for (const folder of PAGES) cpSync(join(root, folder), join(target, folder), { recursive: true, filter: isPage })
}
