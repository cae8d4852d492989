// Tests that make packages and containers take a minute, and nothing but what goes into those can break them.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumOf } from '../bin/aside.js'
import { ROOT } from '../bin/prepare.js'

const FOLDERS = ['bin', 'console', 'deploy', 'docs', 'sandbox', 'scripts', 'src', 'test/engines', 'test/helpers']
const FILES = ['*.{json,md,yaml}', 'Containerfile', '.containerignore', 'test/{client,deploy,runtime}/*.*']
const STAMP = join(ROOT, '.runtime', 'packaging-tested')

/** Whether something changed since these tests passed. CI believes no earlier run. */
export const packagingChanges = () => {
  const hash = createHash('sha256').update(sumOf(ROOT, FOLDERS))
  for (const file of FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort()))
    hash.update(file).update(readFileSync(join(ROOT, file)))
  const sum = hash.digest('hex')
  return {
    areThere: Boolean(process.env.CI) || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sum,
    markTested: () => writeFileSync(STAMP, sum),
  }
}
