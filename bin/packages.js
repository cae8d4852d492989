// The packages of a checkout: are they there, and how they get there.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { npm } from './commands.js'
import { print, Refusal } from './report.js'

/** What a build needs of the packages for development, with all that these need. Without the others there is less to fetch. */
const BUILDERS = ['typescript', 'vite', 'preact', 'uplot']

/** The paths of `BUILDERS` in a lock file, their binaries for each platform included. */
export const builderPaths = (packages) => {
  const found = new Set()
  const add = (name, user) => {
    const path = pathOf(packages, name, user)
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path)
  }
  for (const name of BUILDERS) add(name, '')
  return found
}

/** Where the package that uses another finds it: in its own `node_modules`, or in those above it. */
const pathOf = (packages, name, user) => {
  const path = user === '' ? `node_modules/${name}` : `${user}/node_modules/${name}`
  if (path in packages) return path
  return user === ''
    ? undefined
    : pathOf(packages, name, user.slice(0, Math.max(0, user.lastIndexOf('/node_modules/'))))
}

/**
 * What packages are for: to `run` the program, to `build` it, or to `develop` it with all its checks. npm notes in
 * `.package-lock.json` what it put into `node_modules`; it writes the note last.
 */
export const arePackagesInstalled = (root, use) => {
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const wanted = packagesIn(join(root, 'package-lock.json')) ?? {}
  const builders = use === 'build' ? builderPaths(wanted) : new Set()
  return Object.entries(wanted).every(([path, { dev, optional, version, integrity }]) => {
    if (path === '' || optional || (dev && use !== 'develop' && !builders.has(path))) return true
    return installed[path]?.version === version && installed[path]?.integrity === integrity
  })
}

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}

/** Installed aside: running commands keep their packages, and an interrupted installation leaves the old ones. */
export const installPackages = async (root, workFolder, use) => {
  print('Instalando dependencias…')
  const staging = join(workFolder, 'packages')
  discardLeftovers(staging)
  const aside = asideOf(staging)
  mkdirSync(aside, { recursive: true })
  try {
    copyManifest(root, aside, use)
    // A production environment would leave the builders out.
    if (!(await npm(['ci', '--include=dev', '--include=optional'], aside)))
      throw new Refusal('npm ci no terminó bien. Revise la conexión al registro de paquetes y repita la orden.')
    await movePackages(root, aside)
  } finally {
    discard(aside)
  }
  linkCommand(root)
}

const copyManifest = (root, folder, use) => {
  const { scripts, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (use !== 'develop' && !hasDevelopmentPackages(root)) keepBuildersOnly(manifest, lock)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
}

/** A developer's own packages are brought up to date, not taken away. */
const hasDevelopmentPackages = (root) => {
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json')) ?? {}
  const builders = builderPaths(installed)
  return Object.entries(installed).some(([path, { dev, optional }]) => dev && !optional && !builders.has(path))
}

/** Takes the packages for development out, except those that a build needs. */
const keepBuildersOnly = (manifest, { packages }) => {
  const wanted = Object.entries(manifest.devDependencies).filter(([name]) => BUILDERS.includes(name))
  const devDependencies = Object.fromEntries(wanted)
  manifest.devDependencies = devDependencies
  packages[''] = { ...packages[''], devDependencies }
  const kept = builderPaths(packages)
  for (const [path, { dev }] of Object.entries(packages)) if (dev && !kept.has(path)) delete packages[path]
}

const movePackages = async (root, from) => {
  const packages = join(root, 'node_modules')
  discardLeftovers(packages)
  try {
    renameSync(join(from, 'node_modules'), asideOf(packages))
    putInPlace(packages)
  } catch (error) {
    if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
    // A volume of its own is mounted there: it can only be filled in place.
    discard(asideOf(packages))
    if (!(await npm(['ci', '--include=dev', '--include=optional'], root))) throw new Refusal('npm ci no terminó bien.')
  }
}

/** Lets `npx chasqui` find the command of this checkout in node_modules/.bin. */
export const linkCommand = (root) => {
  const link = join(root, 'node_modules', '.bin', 'chasqui')
  if (process.platform === 'win32' || existsSync(link)) return
  try {
    symlinkSync(join('..', '..', 'bin', 'chasqui.js'), link)
  } catch {
    // Not writable, or made by another command this moment: `npx` is a convenience.
  }
}
