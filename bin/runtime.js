// Plain JavaScript for Node 18 and later: prepares a fresh checkout, then runs Chasqui under a Node that is recent enough.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUNTIME_DIR = join(ROOT, '.runtime')
const NODE_VERSION = '24.21.0'
const OLDEST_NODE = [24, 11]
const BUILT_FROM = ['src', 'sandbox', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

const print = (line) => process.stderr.write(`${line}\n`)

const fail = (line) => {
  print(line)
  process.exit(1)
}

const isRecent = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

/** An installed package has `dist` and no sources: there is nothing to prepare. */
const isCheckout = () => existsSync(join(ROOT, 'src'))

const npm = (args) => {
  const options = { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  return spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], options).status === 0
}

/** Runs `work` in one process at a time. A lock whose process has ended is removed. */
const withLock = (work) => {
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
  const folder = join(RUNTIME_DIR, `node-${NODE_VERSION}`)
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  print(
    `Node ${process.versions.node} es anterior a ${OLDEST_NODE.join('.')}: instalando Node ${NODE_VERSION} en .runtime (una sola vez)…`,
  )
  if (
    !npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${NODE_VERSION}`]) ||
    !existsSync(binary)
  ) {
    rmSync(folder, { recursive: true, force: true })
    fail(
      `No se pudo instalar Node ${NODE_VERSION}. Instale Node ${OLDEST_NODE.join('.')} o posterior y repita la orden.`,
    )
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
  print('Instalando dependencias…')
  if (!npm(['ci'])) fail('npm ci no terminó bien. Revise la conexión al registro de paquetes y repita la orden.')
  linkCommand()
  writeFileSync(stampFile, stamp)
}

/** Lets `npx chasqui` find the command of this checkout in node_modules/.bin. */
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

/** Compiles `src` and `sandbox` into `dist`, unless `dist` was compiled from the same sources. */
export const build = (node = process.execPath) => {
  const stampFile = join(ROOT, 'dist', '.stamp')
  const stamp = sourceStamp()
  if (stampIs(stampFile, stamp)) return
  print('Compilando…')
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync(node, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (status !== 0) fail('La compilación falló.')
  writeFileSync(stampFile, stamp)
}

/** Installs and compiles what is missing, and returns the Node to run with. */
const prepare = ({ compiled }) => {
  const node = isRecent(process.versions.node) ? process.execPath : undefined
  if (!isCheckout()) return node ?? withLock(bundledNode)
  return withLock(() => {
    const chosen = node ?? bundledNode()
    installPackages()
    if (compiled) build(chosen)
    return chosen
  })
}

/** npm does not pass signals on. Without this, a stopped `npm start` would leave the server on its port. */
const stopWithNpm = (stop) => {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || (npm > 1 && parentOf(shell) !== npm)
  setInterval(() => isGone() && stop(), 250).unref()
}

/** npm runs its scripts in a shell, so npm is the parent of our parent. 0 when it cannot be found out. */
const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Runs a file of the checkout: in this process when its Node is recent, else in a child that ends with it. */
export const run = async (file, args, options) => {
  const node = prepare(options)
  if (node === process.execPath) {
    stopWithNpm(() => process.kill(process.pid, 'SIGTERM'))
    process.argv = [process.argv[0], join(ROOT, file), ...args]
    await import(new URL(`../${file}`, import.meta.url).href)
    return
  }
  // When this process ends, even by SIGKILL, the channel closes and the child notices.
  const child = spawn(node, [join(ROOT, 'bin', 'child.js'), file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  stopWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : code))
}
