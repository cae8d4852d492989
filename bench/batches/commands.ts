import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Usage } from './report-usage.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const REPORT = new URL('./report-usage.ts', import.meta.url).href

export interface Measured extends Usage {
  seconds: number
}

const environment = (folder: string, more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CHASQUI_'))),
  ...{ NO_COLOR: '1', CHASQUI_DATA_DIR: join(folder, 'data'), CHASQUI_REFRESH: 'off', CHASQUI_WORKERS: '1' },
  ...more,
})

export type Cores = 'one core' | 'all cores'

/** A command of the command line, held to one core unless it may have all. */
export const runCommand = async (
  folder: string,
  args: readonly string[],
  cores: Cores = 'one core',
): Promise<Measured & { out: string }> => {
  const usage = join(folder, 'usage.json')
  const started = performance.now()
  const [command = '', ...rest] = [
    ...(cores === 'one core' ? ['taskset', '-c', '0'] : []),
    ...[process.execPath, '--import', REPORT, MAIN, ...args],
  ]
  const child = spawn(command, rest, {
    env: environment(folder, { BENCH_USAGE_FILE: usage }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const out = await text(child.stdout)
  const [code] = await exited
  assert.equal(code, 0)
  return { ...JSON.parse(readFileSync(usage, 'utf8')), seconds: (performance.now() - started) / 1000, out }
}

export interface Server {
  url: string
  /** Processor seconds that it has used so far. */
  cpuSeconds(): number
  residentMb(): number
  stop(): Promise<void>
}

/** The service in live mode with one thread, on a core of its own beside the caller's. */
export const startServer = async (folder: string): Promise<Server> => {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: environment(folder, { CHASQUI_PORT: '0', CHASQUI_ADMIN_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    // Read on after the start: a full pipe would hold the server up.
    child.stdout.on('data', (chunk) => {
      if (printed.length < 100_000) printed += chunk
      const found = /atiende en (http:\/\/[^:]+:\d+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the service did not start: ${printed}`)))
  })
  return {
    url,
    cpuSeconds: () => ticksOf(child.pid as number) / 100,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** User and system time of a process in hundredths of a second, as Linux counts it. */
const ticksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}
