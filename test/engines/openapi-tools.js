// Tools that read openapi.json: a linter, and a generator of types with the compiler it needs, which is another one than
// ours. They have a lock file and a folder of their own, so that nobody installs them who does not run the tests.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asideOf, discard, discardLeftovers, putInPlace } from '../../bin/aside.js'
import { npm } from '../../bin/commands.js'
import { takeLock, untilFree } from '../../bin/lock.js'
import { ROOT } from '../../bin/prepare.js'

const PINNED = fileURLToPath(new URL('./openapi-tools/', import.meta.url))
const FILES = ['package.json', 'package-lock.json']

/** Loads a package of the tools; installs them once, whatever other test runs do at the same time. */
export const openApiTools = async () => {
  const folder = await installed()
  const { resolve } = createRequire(join(folder, 'package.json'))
  return { resolve, load: (name) => import(resolve(name)) }
}

const installed = async () => {
  const sum = createHash('sha256')
    .update(readFileSync(join(PINNED, 'package-lock.json')))
    .digest('hex')
  const home = join(ROOT, '.runtime')
  const folder = join(home, `openapi-tools-${sum.slice(0, 12)}`)
  mkdirSync(home, { recursive: true })
  const lock = join(home, 'openapi-tools.lock')
  while (!existsSync(folder)) {
    const release = takeLock(lock)
    if (!release) {
      await untilFree(lock, () => {})
      continue
    }
    try {
      if (!existsSync(folder)) await install(folder)
    } finally {
      release()
    }
  }
  return folder
}

const install = async (folder) => {
  process.stderr.write('fetching the OpenAPI tools for the tests, once\n')
  discardLeftovers(folder)
  const aside = asideOf(folder)
  mkdirSync(aside, { recursive: true })
  for (const name of FILES) copyFileSync(join(PINNED, name), join(aside, name))
  if (await npm(['ci', '--ignore-scripts', '--include=prod'], aside)) return putInPlace(folder)
  discard(aside)
  throw new Error('the OpenAPI tools could not be fetched')
}
