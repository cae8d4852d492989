// Runs the programs that prepare Chasqui: npm and the compiler.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Refusal } from './report.js'

const LIMIT_MS = 600_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

export const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0)

const running = new Set()

/** Ends the programs too when this process is stopped; their folders are removed by whoever prepares next. */
const stop = (signal) => {
  for (const child of running) child.kill('SIGTERM')
  process.exit(exitCodeOf(signal))
}

const watchSignals = (change) => {
  if (running.size === 0) for (const signal of SIGNALS) process[change](signal, stop)
}

/** Runs a program to its end; true when it ended well. Its output goes to standard error: standard output belongs to the command. */
export const runProgram = (program, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 2, 2], timeout: LIMIT_MS, ...options })
    watchSignals('on')
    running.add(child)
    const settle = (done) => {
      running.delete(child)
      watchSignals('off')
      done()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code) => settle(() => resolve(code === 0)))
  })

const NPM_ARGS = ['--no-audit', '--no-fund', '--loglevel=error']

/** Options of the npm that runs us (`npm install -g`, `npm pack --dry-run`) reach its children as variables; these would spoil our own call. */
const NOT_OURS =
  /^npm_config_(?:global|location|dry_run|omit|include|only|production|prefix|local_prefix|workspaces?|package_lock|package_lock_only|before)$/i

const ownEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))

/** npm in `cwd`. What it prints on standard output is of no use to anybody. */
export const npm = async (args, cwd) => {
  try {
    const options = {
      cwd,
      env: ownEnvironment(),
      stdio: ['ignore', 'ignore', 2],
      shell: process.platform === 'win32',
    }
    return await runProgram('npm', [...args, ...NPM_ARGS], options)
  } catch (error) {
    if (error.code === 'ENOENT') throw new Refusal('No se encuentra npm. Instálelo (viene con Node) y repita la orden.')
    throw error
  }
}
