// Plain JavaScript for Node 18 and later: prepares Chasqui, then runs it under a Node that is recent enough.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { holdBuild } from './builds.js'
import { exitCodeOf } from './commands.js'
import { prepare, ROOT } from './prepare.js'
import { print, Refusal } from './report.js'

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

/** Ends with one line, without a stack, when there is a reason that an operator understands. */
export const orRefuse = async (work) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(error.message)
    return process.exit(1)
  }
}

/** Runs a file of the program in this process. */
export const runHere = async (folder, file, args) => {
  holdBuild(folder)
  const path = join(folder, file)
  process.argv = [process.argv[0], path, ...args]
  await import(pathToFileURL(path).href)
}

/** Runs a file of the program: in this process when its Node is recent, else in a child that ends with it. */
export const run = async (file, args, options) => {
  const { node, folder } = await orRefuse(() => prepare(options))
  if (node === process.execPath) {
    stopWithNpm(() => process.kill(process.pid, 'SIGTERM'))
    await runHere(folder, file, args)
    return
  }
  // When this process ends, even by SIGKILL, the channel closes and the child notices.
  const child = spawn(node, [join(ROOT, 'bin', 'child.js'), folder, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  stopWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ code }) => {
    print(`No se pudo ejecutar ${node} (${code}).`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? exitCodeOf(signal) : code))
}
