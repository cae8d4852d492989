// One package of the registry in a folder of its own, pinned by its SHA-512.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { npm } from './commands.js'

/** True when the folder holds this package. npm notes there the sum that it checked. */
export const isFetched = (folder, { name, integrity }) => {
  try {
    const noted = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
    return noted.packages[`node_modules/${name}`].integrity === integrity
  } catch {
    return false
  }
}

/**
 * Fetches a package into a folder, which appears whole or not at all. npm refuses a package whose SHA-512 is another than
 * the lock file says. False when that failed, or when what was fetched does not pass `check`.
 */
export const fetchPackage = async (folder, pin, check) => {
  discardLeftovers(folder)
  const aside = asideOf(folder)
  mkdirSync(aside, { recursive: true })
  writeLockFile(aside, pin)
  const fetched = await npm(['ci', '--ignore-scripts', '--include=prod'], aside)
  if (!fetched || !check(aside)) {
    discard(aside)
    return false
  }
  putInPlace(folder)
  return true
}

const writeLockFile = (folder, { name, version, integrity }) => {
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
}
