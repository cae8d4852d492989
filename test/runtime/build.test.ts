import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
// @ts-expect-error `bin` is JavaScript without types.
import { BUILDERS } from '../../bin/packages.js'
import { INDEX_RULES, POLITICA } from '../../src/domain/screening/politica.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the sources compile with the packages of a fresh clone alone, and name the rules they have', () => {
  const folder = temporaryFolder()
  const projects = ['tsconfig.json', 'tsconfig.build.json']
  for (const name of ['src', 'sandbox', 'console', 'bin', 'scripts', 'package.json', 'package-lock.json', ...projects])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const rules = join('src/domain/screening/politica')
  const source = join(folder, `${rules}.ts`)
  writeFileSync(source, readFileSync(source, 'utf8').replaceAll(/= '\w+'/g, "= 'stale'"))
  // What a package needs is found beside the real one: links are enough.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of BUILDERS) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
  execFileSync(process.execPath, [join(folder, 'scripts/compile.js'), join(folder, 'out')], { stdio: 'pipe' })
  for (const path of ['src/cli/main.js', 'sandbox/main.js', 'console/index.html', 'package.json'])
    assert.ok(existsSync(join(folder, 'out', path)), path)
  const compiled = readFileSync(join(folder, 'out', `${rules}.js`), 'utf8')
  assert.ok(compiled.includes(POLITICA) && compiled.includes(INDEX_RULES) && !compiled.includes('stale'))
})
