import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export type Settings = Record<string, string>

export interface RunningServer {
  url: string
  port: number
  process: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  /** Sends a signal and waits for the end; the exit code, or null when the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

const environment = (settings: Settings): NodeJS.ProcessEnv => {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('CHASQUI_'))
  // One thread is enough for most tests; those about threads say how many.
  return { ...Object.fromEntries(clean), NO_COLOR: '1', CHASQUI_WORKERS: '1', ...settings }
}

/** The real command line in a process of its own. */
export const startServer = async (settings: Settings, args: string[] = ['serve']): Promise<RunningServer> => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environment({ CHASQUI_PORT: '0', CHASQUI_REFRESH: 'off', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  let printed = ''
  const ready = Promise.withResolvers<string>()
  const listen = (chunk: Buffer): void => {
    printed += chunk
    const url = /atiende en (http:\/\/[\d.]+:\d+)/.exec(printed)?.[1]
    if (url) ready.resolve(url)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.once('exit', (code) => ready.reject(new Error(`the server ended with ${code}: ${printed}`)))
  const url = await ready.promise
  return {
    url,
    port: Number(new URL(url).port),
    process: child,
    output: () => printed,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

/** One command of the command line, run to its end. */
export const chasqui = (settings: Settings, ...args: string[]): CommandResult => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: environment(settings),
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

/** The same without blocking the test; resolves with the exit code. */
export const spawnChasqui = async (settings: Settings, ...args: string[]): Promise<number | null> => {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environment(settings), stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode
}

/** A key made by the command of operators, in this process: a process of its own would take longer than most tests. */
export const createKey = async (
  settings: Settings,
  ...options: string[]
): Promise<{ id: string; account: string; key: string }> => {
  const { runInProcess } = await import('./command-line.ts')
  const { out, err } = await runInProcess(settings, 'keys', 'create', '--name', 'prueba', '--json', ...options)
  if (!out) throw new Error(`no key was made: ${err}`)
  return JSON.parse(out)
}
