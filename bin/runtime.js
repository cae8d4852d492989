// Plain JavaScript for any Node from 18 on: makes a fresh checkout runnable, then hands over to a Node that runs Chasqui.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUNTIME_DIR = join(ROOT, '.runtime')
const NODE_VERSION = '24.21.0'
const LEAST = [24, 11]
const BUILT_FROM = ['src', 'sandbox', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

const say = (line) => process.stderr.write(`${line}\n`)

const fail = (line) => {
  say(line)
  process.exit(1)
}

const isRecent = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])
}

/** Installed packages have `dist` and no sources: there is nothing to prepare. */
const isCheckout = () => existsSync(join(ROOT, 'src'))

const npm = (args) => {
  const options = { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  return spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], options).status === 0
}

/** Only one process prepares the checkout; another one waits until that is done or its owner is gone. */
const alone = (work) => {
  const lock = join(RUNTIME_DIR, 'lock')
  mkdirSync(RUNTIME_DIR, { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch {
      const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (owner && !isAlive(owner)) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const bundledNode = () => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const home = join(RUNTIME_DIR, `node-${NODE_VERSION}`)
  const binary = join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  say(
    `Node ${process.versions.node} es anterior a ${LEAST.join('.')}: instalando Node ${NODE_VERSION} en .runtime (una sola vez)…`,
  )
  if (
    !npm(['install', '--prefix', home, '--no-save', '--no-package-lock', `${name}@${NODE_VERSION}`]) ||
    !existsSync(binary)
  ) {
    rmSync(home, { recursive: true, force: true })
    fail(`No se pudo instalar Node ${NODE_VERSION}. Instale Node ${LEAST.join('.')} o posterior y repita la orden.`)
  }
  return binary
}

const stampIs = (file, stamp) => existsSync(file) && readFileSync(file, 'utf8') === stamp

const installPackages = () => {
  const stampFile = join(ROOT, 'node_modules', '.chasqui-lock')
  const stamp = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (stampIs(stampFile, stamp)) return
  say('Instalando dependencias…')
  if (!npm(['ci'])) fail('npm ci no terminó bien. Revise la conexión al registro de paquetes y repita la orden.')
  linkCommand()
  writeFileSync(stampFile, stamp)
}

/** `npx chasqui` finds the checkout's own command in node_modules/.bin. */
const linkCommand = () => {
  if (process.platform === 'win32') return
  const link = join(ROOT, 'node_modules', '.bin', 'chasqui')
  rmSync(link, { force: true })
  symlinkSync(join('..', '..', 'bin', 'chasqui.js'), link)
}

const sourceStamp = () => {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
  for (const name of BUILT_FROM) add(join(ROOT, name))
  return hash.digest('hex')
}

/** Compiles `src` and `sandbox` into `dist`, unless `dist` is of these very sources. */
export const build = (node = process.execPath) => {
  const stampFile = join(ROOT, 'dist', '.stamp')
  const stamp = sourceStamp()
  if (stampIs(stampFile, stamp)) return
  say('Compilando…')
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync(node, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('La compilación falló.')
  writeFileSync(stampFile, stamp)
}

/** The Node to run with, after everything it needs is in place. */
const prepare = ({ compiled }) => {
  const node = isRecent(process.versions.node) ? process.execPath : undefined
  if (!isCheckout()) return node ?? alone(bundledNode)
  return alone(() => {
    const chosen = node ?? bundledNode()
    installPackages()
    if (compiled) build(chosen)
    return chosen
  })
}

/** npm does not pass signals on: when it is stopped, what it started would stay and hold the port. */
const endWithNpm = (end) => {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || (npm > 1 && parentOf(shell) !== npm)
  setInterval(() => isGone() && end(), 250).unref()
}

/** npm runs its scripts in a shell, so npm is our parent's parent. 0 where that cannot be told. */
const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Runs a file of the checkout: in this process when its Node is recent, else in a child that shares our terminal and fate. */
export const run = async (file, args, options) => {
  const node = prepare(options)
  if (node === process.execPath) {
    endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
    process.argv = [process.argv[0], join(ROOT, file), ...args]
    await import(new URL(`../${file}`, import.meta.url).href)
    return
  }
  // The channel tells the child when we are gone, even by a kill that we cannot pass on.
  const child = spawn(node, [join(ROOT, 'bin', 'child.js'), file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  endWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : code))
}
