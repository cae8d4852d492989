// Runs the programs that prepare Chasqui (npm, compiler, bundler), and says why it stops.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LIMIT_MS = 600_000

export const print = (line) => process.stderr.write(`${line}\n`)

/** A reason to stop that is told in one line, without a stack. */
export class Refusal extends Error {}

export const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0)

/** Runs a program to its end; true when it ended well. Its output goes to standard error: standard output belongs to the command. */
export const runProgram = (program, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 2, 2], timeout: LIMIT_MS, ...options })
    const kill = () => child.kill()
    process.once('exit', kill)
    const settle = (done, result) => {
      process.off('exit', kill)
      done(result)
    }
    child.once('error', (error) => settle(reject, error))
    child.once('close', (code) => settle(resolve, code === 0))
  })

/** Options of the npm that runs us (`npm install -g`, `npm pack --dry-run`) reach its children as variables; these would spoil our own call. */
const NOT_OURS =
  /^npm_config_(?:global|location|dry_run|omit|include|only|production|prefix|local_prefix|workspaces?|package_lock|package_lock_only|before)$/i

/** `npm ci` in `cwd`, also with what a production environment would leave out. */
export const npmCi = async (cwd, ...args) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))
  const all = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error', ...args]
  const options = { cwd, env, stdio: ['ignore', 'ignore', 2], shell: process.platform === 'win32' }
  try {
    return await runProgram('npm', all, options)
  } catch (error) {
    if (error.code === 'ENOENT') throw new Refusal('No se encuentra npm. Instálelo (viene con Node) y repita la orden.')
    throw error
  }
}
