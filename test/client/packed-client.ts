import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { pack } from '../runtime/installed-package.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface PackedClient {
  /** A project with the package and nothing else. */
  folder: string
  /** Puts a file of the tests, or a text, into the project. */
  put(name: string, text: string): void
  /** Checks files of the project with the compiler; what it says, empty when it is content. */
  compile(options: Record<string, unknown>, files: readonly string[]): string
}

/** The package in an empty folder, without any of the packages that the service needs. */
export const installClient = (): PackedClient => {
  const folder = temporaryFolder()
  const installed = join(folder, 'node_modules', 'chasqui')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', pack(), '--strip-components=1', '-C', installed])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  cpSync(join(ROOT, 'test/client/exercise.js'), join(folder, 'exercise.js'))
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  return {
    ...{ folder, put },
    compile: (compilerOptions, files) => {
      put('tsconfig.json', JSON.stringify({ compilerOptions: { ...STRICT, ...compilerOptions }, files }))
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
      const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
      return status === 0 ? '' : stdout + stderr || `ended with ${status}`
    },
  }
}

/** As strict as a caller can be. Declarations are checked too, and no types of a platform are at hand. */
const STRICT = {
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
}
