import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builderPaths } from '../../bin/packages.js'
import { temporaryFolder } from '../helpers/cleanup.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the sources compile with no package at hand but those that a build installs', () => {
  const folder = temporaryFolder()
  const projects = ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json']
  for (const name of ['src', 'sandbox', 'console', 'bin', 'package.json', 'package-lock.json', ...projects])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // Binaries are found beside the real packages, and what a package has for itself is below it: links are enough.
  for (const path of builderPaths(packages)) {
    if (!existsSync(join(root, path)) || path.lastIndexOf('node_modules/') > 0) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(realpathSync(join(root, path)), join(folder, path))
  }
  const script = `import('${pathToFileURL(join(folder, 'bin', 'build.js'))}').then(({ build }) => build(process.argv[1]))`
  execFileSync(process.execPath, ['-e', script, folder], { stdio: 'pipe' })
  const built = globSync('.runtime/builds/*/{src/cli/main.js,sandbox/main.js,console/index.html}', { cwd: folder })
  assert.equal(built.length, 3, built.join())
})
