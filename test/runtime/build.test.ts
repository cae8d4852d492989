import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the sources compile with no package at hand but the compiler', () => {
  const folder = temporaryFolder()
  const projects = ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json']
  for (const name of ['src', 'sandbox', 'bin', 'package.json', ...projects])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  // Its binary lies beside the real package, so a link is enough.
  const compiler = join(folder, 'node_modules', 'typescript')
  mkdirSync(dirname(compiler))
  symlinkSync(realpathSync(join(root, 'node_modules', 'typescript')), compiler)
  const script = `import('${pathToFileURL(join(folder, 'bin', 'build.js'))}').then(({ build }) => build(process.argv[1]))`
  execFileSync(process.execPath, ['-e', script, folder], { stdio: 'pipe' })
  const built = globSync('.runtime/builds/*/{src/cli,sandbox}/main.js', { cwd: folder })
  assert.equal(built.length, 2, built.join())
})
