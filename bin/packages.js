// The packages of a checkout: are they there, and how they get there.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asideOf, discard, discardLeftovers, putInPlace } from './aside.js'
import { npm } from './commands.js'
import { print, Refusal } from './report.js'

/** npm notes in `.package-lock.json` what it put into `node_modules`; it writes the note last. */
export const arePackagesInstalled = (root, { development }) => {
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const wanted = Object.entries(packagesIn(join(root, 'package-lock.json')) ?? {})
  return wanted.every(([path, { dev, optional, version, integrity }]) => {
    if (path === '' || optional || (dev && !development)) return true
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
export const installPackages = async (root, workFolder) => {
  print('Instalando dependencias…')
  const staging = join(workFolder, 'packages')
  discardLeftovers(staging)
  const aside = asideOf(staging)
  mkdirSync(aside, { recursive: true })
  try {
    copyManifest(root, aside)
    // A production environment would leave the compiler out.
    if (!(await npm(['ci', '--include=dev', '--include=optional'], aside)))
      throw new Refusal('npm ci no terminó bien. Revise la conexión al registro de paquetes y repita la orden.')
    await movePackages(root, aside)
  } finally {
    discard(aside)
  }
  linkCommand(root)
}

const copyManifest = (root, folder) => {
  const { scripts, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const name of ['package-lock.json', '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name))
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
