// Tools that read openapi.json: a linter, and a generator of types with the compiler it needs, which is another one than
// ours. They have a lock file and a folder of their own, so that nobody installs them who does not run the tests.
import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMadeOf, makeFolder, sumOf } from '../../bin/aside.js'
import { makeOnce } from '../../bin/lock.js'
import { ROOT } from '../../bin/prepare.js'
import { npmCi } from '../../bin/programs.js'

const PINNED = fileURLToPath(new URL('./openapi-tools/', import.meta.url))
const FILES = ['package.json', 'package-lock.json']

/** Loads a package of the tools; installs them once, whatever other test runs do at the same time. */
export const openApiTools = async () => {
  const folder = await installed()
  const { resolve } = createRequire(join(folder, 'package.json'))
  return { resolve, load: (name) => import(resolve(name)) }
}

const installed = async () => {
  const sum = sumOf(PINNED, FILES)
  const home = join(ROOT, '.runtime', 'openapi-tools')
  const folder = join(home, 'whole')
  const find = () => (isMadeOf(folder, sum) ? folder : null)
  return makeOnce(home, find, () => makeFolder(home, folder, sum, install))
}

const install = async (next) => {
  process.stderr.write('fetching the OpenAPI tools for the tests, once\n')
  for (const name of FILES) copyFileSync(join(PINNED, name), join(next, name))
  if (!(await npmCi(next, '--ignore-scripts'))) throw new Error('the OpenAPI tools could not be fetched')
}
