// Before and after `npm pack`: the compiled files, and the versions that were tested. npm leaves package-lock.json out of a package
// and obeys npm-shrinkwrap.json in it, so an installed package runs with the same packages as the checkout.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, ROOT } from '../bin/prepare.js'
import { orRefuse } from '../bin/runtime.js'

const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json')

if (process.argv[2] === 'after') {
  rmSync(SHRINKWRAP, { force: true })
} else {
  await orRefuse(() => prepare({ compiled: true }))
  copyFileSync(join(ROOT, 'package-lock.json'), SHRINKWRAP)
}
