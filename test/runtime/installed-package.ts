import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeAfterTests, forProcess, temporaryFolder } from '../helpers/cleanup.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOBODY = 65_534
const LIMIT_MS = 300_000

export interface InstalledPackage {
  /** The folder of the package itself. */
  folder: string
  command: string
  /** A folder that its user can write. */
  work: string
  user: { uid?: number; gid?: number }
  /** Paths and times of all its files: tells whether something was written. */
  state(): string
}

/** Variables of the npm that runs the tests are not meant for another one. */
const environment = (): NodeJS.ProcessEnv => {
  const kept = /^(?!npm_)|^npm_config_(?:registry|cache|userconfig)$/
  const clean = Object.entries(process.env).filter(([name]) => kept.test(name))
  return { ...Object.fromEntries(clean), PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
}

const npm = (cwd: string, ...args: string[]): string => {
  const options = { cwd, env: environment(), encoding: 'utf8', timeout: LIMIT_MS } as const
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], options)
  if (status !== 0) throw new Error(`npm ${args[0]} ended with ${status}: ${stderr}`)
  return stdout
}

const tarballs = forProcess(() => temporaryFolder())
let tarball: string | undefined

/** Packs this checkout, once for all test files of a process; the tarball's path. */
export const pack = (): string => {
  if (tarball) return tarball
  const printed = npm(ROOT, 'pack', '--silent', '--pack-destination', tarballs)
  tarball = join(tarballs, printed.trim().split('\n').at(-1) as string)
  return tarball
}

/** The lock file of the checkout without what only developers need, so that both run with the same packages. */
const lockOf = (manifest: object): object => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const needed = Object.entries<{ dev?: boolean }>(packages).filter(([path, { dev }]) => path && !dev)
  return { lockfileVersion: 3, requires: true, packages: { '': manifest, ...Object.fromEntries(needed) } }
}

/** The package in an empty folder: read-only, and for another user where the tests may choose one. */
export const installPackage = (): InstalledPackage => {
  const whenDone = closeAfterTests()
  const home = temporaryFolder(whenDone)
  const [program, work] = [join(home, 'program'), join(home, 'work')]
  for (const folder of [program, work]) mkdirSync(folder)
  const manifest = { private: true, dependencies: { chasqui: `file:${pack()}` } }
  writeFileSync(join(program, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(program, 'package-lock.json'), JSON.stringify(lockOf(manifest)))
  npm(program, 'install', '--prefer-offline')
  // The Node at hand may be in a folder that is closed to others.
  cpSync(process.execPath, join(home, 'node'))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid) chownSync(work, NOBODY, NOBODY)
  chmodSync(home, 0o755)
  const entries = ['.', ...globSync('**', { cwd: program })].filter(
    (path) => !lstatSync(join(program, path)).isSymbolicLink(),
  )
  const setWritable = (writable: boolean): void => {
    for (const path of entries) {
      const { mode } = lstatSync(join(program, path))
      chmodSync(join(program, path), writable ? mode | 0o200 : (mode & ~0o222) | 0o444)
    }
  }
  setWritable(false)
  whenDone(() => setWritable(true))
  const folder = join(program, 'node_modules', 'chasqui')
  const state = (): string =>
    globSync('**', { cwd: program })
      .map((path) => `${path} ${lstatSync(join(program, path)).mtimeMs}`)
      .join('\n')
  return { folder, command: join(home, 'node'), work, user, state }
}
