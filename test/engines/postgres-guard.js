// A PostgreSQL server for tests, started with `fork`. It ends with its parent, however that ends, and leaves no file.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../helpers/free-port.ts'
import { binariesFor, postgresBinaries } from './postgres-binaries.js'

const PASSWORD = 'una-clave-secreta'
const STOP_MS = 5_000
/** A test wants no safety from power cuts. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1']

/** PostgreSQL refuses to run as root. It must be a user that the system knows by name. */
const otherUser = () => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([, , uid]) => Number(uid) > 0)
  const user = ['postgres', 'nobody'].map((name) => users.find(([one]) => one === name)).find(Boolean) ?? users[0]
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const folder = mkdtempSync(join(tmpdir(), 'chasqui-postgres-'))
const user = otherUser()
let server = null

const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Backends are no members of the server's process group. */
const processes = () => {
  if (existsSync('/proc/self/stat')) {
    const isChild = (pid) => pid > 0 && parentOf(pid) === server.pid
    return [server.pid, ...readdirSync('/proc').map(Number).filter(isChild)]
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [server.pid, ...rows.filter(([, parent]) => parent === server.pid).map(([pid]) => pid)]
}

const signalAll = (signal) => {
  for (const pid of processes()) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

const urlOf = (port) => `postgres://chasqui:${PASSWORD}@127.0.0.1:${port}/postgres`

const answers = async (port) => {
  const client = new pg.Client({ connectionString: urlOf(port) })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const start = async (binaries, port) => {
  const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one])
  const data = join(folder, 'data')
  server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], { ...user, cwd: folder, stdio: 'ignore' })
  server.ended = new Promise((resolve) => server.once('exit', resolve))
  for (let tried = 0; !(await answers(port)); tried++) {
    if (server.exitCode !== null || tried > 600) throw new Error('PostgreSQL did not start')
    await pause(50)
  }
}

const stop = async (signal) => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  signalAll('SIGCONT')
  if (signal === 'SIGKILL') signalAll('SIGKILL')
  else server.kill(signal)
  const late = setTimeout(() => signalAll('SIGKILL'), STOP_MS)
  await server.ended
  clearTimeout(late)
}

const end = async (code) => {
  await stop('SIGINT').catch(() => {})
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

process.on('disconnect', () => end(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

try {
  if (user) chownSync(folder, user.uid, user.gid)
  const binaries = binariesFor(await postgresBinaries(), user, join(folder, 'program'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 })
  const args = ['-D', join(folder, 'data'), '-U', 'chasqui', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const made = spawnSync(join(binaries, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  await start(binaries, port)
  const commands = {
    freeze: async () => signalAll('SIGSTOP'),
    thaw: async () => signalAll('SIGCONT'),
    kill: () => stop('SIGKILL'),
    start: () => start(binaries, port),
  }
  process.on('message', async (command) => {
    await commands[command]()
    process.send(command)
  })
  process.send({ url: urlOf(port) })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  await end(1)
}
