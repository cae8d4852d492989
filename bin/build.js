// Compiles `src` and `sandbox`, and adds the console. Each state of the sources has a folder of its own, named after its sum, that is never changed: a
// server goes on with its files, also with those that it loads later, while newer sources are compiled and run.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { buildConsole, CONSOLE_SOURCES } from './build-console.js'
import { discardOldBuilds } from './builds.js'
import { runProgram } from './commands.js'
import { stampIdentifiers } from './politica.js'
import { print, Refusal } from './report.js'
import { sumOf } from './source-sum.js'

const BUILDERS = ['bin/build.js', 'bin/build-console.js', 'bin/politica.js', 'bin/code-tokens.js']
const PROJECTS = ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json']
const BUILT_FROM = ['src', 'sandbox', 'package.json', ...CONSOLE_SOURCES, ...PROJECTS, ...BUILDERS]
/** Pages that the parsers' tests read and the sandbox sends, so they are part of the program. */
const PAGES = ['src/sources/taxauth/fixtures']
const STAMP = '.stamp'
const NAME_LENGTH = 20

const buildsOf = (root) => join(root, '.runtime', 'builds')

/** The folder of the compiled sources as they are now; null when they are not compiled. */
export const findBuild = (root) => {
  const folder = join(buildsOf(root), sourceStamp(root).slice(0, NAME_LENGTH))
  return existsSync(folder) ? folder : null
}

const sourceStamp = (root) => sumOf(root, BUILT_FROM)

/**
 * Compiles aside and renames. Types are not checked here, which would take ten times as long; `npm test` does. `node` runs the
 * console's bundler; the compiler runs under any.
 */
export const build = async (root, node = process.execPath) => {
  print('Compilando…')
  const stamp = sourceStamp(root)
  const folder = join(buildsOf(root), stamp.slice(0, NAME_LENGTH))
  const aside = asideOf(folder)
  try {
    const bundled = await Promise.allSettled([buildConsole(root, node), compile(root, 'tsconfig.build.json', aside)])
    for (const { reason } of bundled) if (reason) throw reason
    cpSync(bundled[0].value, join(aside, 'console'), { recursive: true })
    copyPages(root, aside)
    stampIdentifiers(aside)
    writeManifest(root, aside)
    writeFileSync(join(aside, STAMP), stamp)
    if (!existsSync(folder)) putInPlace(folder)
  } finally {
    discard(aside)
  }
  discardOldBuilds(buildsOf(root))
  return folder
}

const compile = async (root, project, target) => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [compiler, '-p', project, '--noCheck', '--outDir', target]
  if (!(await runProgram(process.execPath, args, { cwd: root }))) throw new Refusal('La compilación falló.')
}

const copyPages = (root, target) => {
  const isPage = (path) => !/\.(?:ts|md)$/.test(path)
  for (const folder of PAGES) cpSync(join(root, folder), join(target, folder), { recursive: true, filter: isPage })
}

/** A server keeps its version too. */
const writeManifest = (root, target) => {
  const { type, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(target, 'package.json'), JSON.stringify({ type, version }))
}

/** Copies a build to `dist`, where packages have it, and adds the types of the SDK, which no command needs. */
export const copyToDist = async (root, folder) => {
  const dist = join(root, 'dist')
  const stampIn = (path) => (existsSync(join(path, STAMP)) ? readFileSync(join(path, STAMP), 'utf8') : null)
  discardLeftovers(dist)
  if (stampIn(dist) === stampIn(folder)) return
  const aside = asideOf(dist)
  cpSync(folder, aside, { recursive: true })
  await compile(root, 'tsconfig.client.json', aside)
  nameCompiledFiles(join(aside, 'src', 'client'))
  putInPlace(dist)
}

/** The compiler leaves the names of sources in declarations, where older compilers do not follow them. */
const nameCompiledFiles = (folder) => {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.d.ts'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}
