import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const COMMAND = 'bin/chasqui.js'
const STARTED = /atiende en http:\/\/[^:]+:(\d+).*Administración[^\n]* (http:\S+)/s

export interface Service {
  port: number
  admin: string
  pid: number
  isRunning(): boolean
  /** Error lines since the last call; the log is emptied, because an hour's would fill a disk. */
  takeErrorLines(): string[]
  /** Ends it as an operator would; resolves with its exit code. */
  stop(): Promise<number | null>
}

type Environment = Record<string, string>

const environment = (settings: Environment): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('CHASQUI_'))
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...settings }
}

/** One command of the command line; not blocking, because the pretend upstreams answer from this process. */
export const runCommand = async (settings: Environment, ...args: string[]): Promise<string> => {
  const options = { env: environment(settings), maxBuffer: 1 << 26 }
  return (await promisify(execFile)(process.execPath, [COMMAND, ...args], options)).stdout
}

/** Its log goes to a file, as in service, so that the load generator does not have to read it. */
export const startService = async (settings: Environment, folder: string): Promise<Service> => {
  const printed = join(folder, 'service.log')
  const log = openSync(printed, 'a')
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env: environment(settings), stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = once(child, 'exit')
  for (;;) {
    const [, port, admin] = STARTED.exec(readFileSync(printed, 'utf8')) ?? []
    if (child.exitCode !== null) throw new Error(`the service did not start: ${readFileSync(printed, 'utf8')}`)
    if (!port || !admin) {
      await pause(50)
      continue
    }
    return {
      ...{ port: Number(port), admin, pid: child.pid as number },
      isRunning: () => child.exitCode === null && child.signalCode === null,
      takeErrorLines: () => takeErrorLines(printed),
      async stop() {
        child.kill('SIGTERM')
        await exited
        return child.exitCode
      },
    }
  }
}

/** The lines of `error` and above. Searched by grep, which takes a minute's log in a moment. */
const takeErrorLines = (log: string): string[] => {
  const options = { env: { ...process.env, LC_ALL: 'C' }, encoding: 'utf8' } as const
  const { stdout } = spawnSync('grep', ['-a', '-m', '20', '-E', '"level":(50|60|"error"|"fatal")', log], options)
  truncateSync(log)
  return stdout.split('\n').filter((line) => line !== '')
}
