// `node scripts/compile.js FOLDER`: compiles the program into FOLDER, with all that belongs to it.
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildConsole } from './build-console.js'
import { identifiersOf, writeIdentifiers } from './politica.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Pages that the parsers' tests read and the sandbox sends, so they are part of the program. */
const PAGES = 'src/sources/taxauth/fixtures'

/** Types are not checked, which would take ten times as long; `npm test` does. */
export const compile = async (project, folder) => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--noCheck', '--outDir', folder], { cwd: ROOT })
}

const compileProgram = async (folder) => {
  const compiled = compile('tsconfig.build.json', folder)
  const [console, identifiers] = await Promise.all([buildConsole(), identifiersOf(ROOT), compiled])
  // They are right even when the sources have those of older rules.
  writeIdentifiers(join(folder, 'src/domain/screening/politica.js'), identifiers)
  cpSync(console, join(folder, 'console'), { recursive: true })
  const isPage = (path) => !/\.(?:ts|md)$/.test(path)
  cpSync(join(ROOT, PAGES), join(folder, PAGES), { recursive: true, filter: isPage })
  // A server keeps its version too.
  const { type, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, version }))
}

if (import.meta.main) await compileProgram(process.argv[2])
