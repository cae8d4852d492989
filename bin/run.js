// Plain JavaScript for Node 18 and later: prepares Chasqui, then runs it under a Node that is recent enough.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hold } from './aside.js'
import { prepare } from './prepare.js'
import { exitCodeOf, print, SIGNALS } from './programs.js'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

/** npm does not pass every signal on. Without this, a stopped `npm start` would leave the server on its port. */
const stopWithNpm = (stop) => {
  if (!process.env.npm_lifecycle_event) return
  const [shell, npm] = [process.ppid, parentOf(process.ppid)]
  setInterval(() => (process.ppid !== shell || parentOf(shell) !== npm) && stop(), 250).unref()
}

/** npm runs its scripts in a shell, so npm is the parent of our parent, where Linux tells it. */
const parentOf = (pid) => {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Runs a file of the program in this process. */
export const runHere = async (folder, file, args) => {
  hold(folder)
  const path = join(folder, file)
  process.argv = [process.argv[0], path, ...args]
  await import(pathToFileURL(path).href)
}

/** Runs a file of the program: in this process when its Node is recent, else in a child that ends with it. */
export const run = async (file, args, options) => {
  const { node, folder } = await prepare(options)
  if (node === process.execPath) {
    stopWithNpm(() => process.kill(process.pid, 'SIGTERM'))
    return runHere(folder, file, args)
  }
  // When this process ends, even by SIGKILL, the channel closes and the child notices.
  const child = spawn(node, [CHILD, folder, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  stopWithNpm(() => child.kill('SIGTERM'))
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', ({ code }) => {
    print(`No se pudo ejecutar ${node} (${code}).`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? exitCodeOf(signal) : code))
}
