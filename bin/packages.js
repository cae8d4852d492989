// The packages of a checkout: are they there, and how they get there.
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './aside.js'
import { npmCi, print, Refusal } from './programs.js'

const PDF_WRITER = ['@cantoo/pdf-lib', 'fontkit', 'dejavu-fonts-ttf']
/** What a build needs of the packages for development. Without the others there is less to fetch. */
export const BUILDERS = ['typescript', 'vite', 'preact', 'uplot', 'uqr', ...PDF_WRITER]

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** Whether the packages are there that it takes to `run` the program, to `build` it, or to `develop` it with all its checks. */
export const arePackagesInstalled = (root, use) => {
  // npm notes here what it has installed, last of all.
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const installed = readJson(root, 'node_modules', '.package-lock.json').packages
  const isNeeded = ([path, { dev, optional }]) =>
    path &&
    !optional &&
    (!dev || use === 'develop' || (use === 'build' && BUILDERS.includes(path.replace('node_modules/', ''))))
  const needed = Object.entries(readJson(root, 'package-lock.json').packages).filter(isNeeded)
  return needed.every(([path, { integrity }]) => installed[path]?.integrity === integrity)
}

/** Installs what is missing. Made aside: running commands keep their packages, and an interrupted installation leaves the old ones. */
export const installPackages = async (root, home, use) => {
  if (arePackagesInstalled(root, use)) return
  print('Instalando dependencias…')
  const packages = join(root, 'node_modules')
  const forDevelopment = use === 'develop' || existsSync(packages)
  try {
    await makeFolder(home, packages, '', async (next) => {
      for (const name of ['package-lock.json', '.npmrc'])
        if (existsSync(join(root, name))) copyFileSync(join(root, name), join(next, name))
      writeFileSync(join(next, 'package.json'), JSON.stringify(manifestOf(root, forDevelopment)))
      await install(next)
      return join(next, 'node_modules')
    })
  } catch (error) {
    if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
    // A volume of its own is mounted there: it can only be filled in place.
    await install(root)
  }
}

/** npm takes the lock file's packages that this names, with all that they need. */
const manifestOf = (root, forDevelopment) => {
  const manifest = readJson(root, 'package.json')
  const builders = BUILDERS.map((name) => [name, manifest.devDependencies[name]])
  return forDevelopment ? manifest : { ...manifest, devDependencies: Object.fromEntries(builders) }
}

const install = async (folder) => {
  if (!(await npmCi(folder)))
    throw new Refusal('npm ci no terminó bien. Revise la conexión al registro de paquetes y repita la orden.')
  // `npx chasqui` finds the command of this checkout here.
  const link = join(folder, 'node_modules', '.bin', 'chasqui')
  if (process.platform !== 'win32') symlinkSync(join('..', '..', 'bin', 'chasqui.js'), link)
}
