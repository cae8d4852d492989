import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Table from 'cli-table3'
import { measureAccounts } from './accounts.ts'
import { type LoadResult, runLoad } from './load.ts'

const CONNECTIONS = 50
const ROUNDS = 5
const SECONDS = 2

interface Server {
  port: number
  key: string
  stop(): void
}

/** `/api/tipo-cambio` with key, quota and rate limit on, against a bare node:http route that sends the same bytes. */
export const run = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  const ours = await startChasqui(folder)
  try {
    const headers = { authorization: `Bearer ${ours.key}` }
    const answer = await fetch(`http://127.0.0.1:${ours.port}/api/tipo-cambio`, { headers })
    const body = await answer.text()
    assert.equal(answer.status, 200)
    assert.equal(JSON.parse(body).proveedor, 'taxauth-tc')
    const bare = await startBare(body)
    const checkBody = (text: string): void => assert.equal(text, body)
    const plans = {
      bare: { port: bare.port, path: '/', headers: {}, checkBody },
      ours: { port: ours.port, path: '/api/tipo-cambio', headers, checkBody },
    }
    const results = { bare: [] as LoadResult[], ours: [] as LoadResult[] }
    // The first round warms both up; rounds alternate, so that both meet the same machine.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of ['bare', 'ours'] as const) {
        const result = await runLoad({ ...plans[name], connections: CONNECTIONS, seconds: SECONDS })
        if (round > 0) results[name].push(result)
      }
    }
    bare.stop()
    report(results.bare, results.ours)
  } finally {
    ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await measureAccounts()
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const report = (bare: LoadResult[], ours: LoadResult[]): void => {
  const row = (name: string, results: LoadResult[]): string[] => [
    name,
    median(results.map((one) => one.perSecond)).toFixed(0),
    median(results.map((one) => one.p50Ms)).toFixed(2),
    median(results.map((one) => one.p99Ms)).toFixed(2),
  ]
  const table = new Table({ head: ['route', 'requests/s', 'p50 ms', 'p99 ms'], style: { head: [], border: [] } })
  table.push(row('bare node:http', bare), row('/api/tipo-cambio', ours))
  const throughput = median(ours.map((one, i) => one.perSecond / (bare[i] as LoadResult).perSecond))
  const tail = median(ours.map((one, i) => one.p99Ms / (bare[i] as LoadResult).p99Ms))
  process.stdout.write(`${table}\nthroughput ratio ${throughput.toFixed(2)} (at least 0.5)\n`)
  process.stdout.write(`p99 ratio ${tail.toFixed(2)} (at most 3)\n`)
}

const startChasqui = async (folder: string): Promise<Server> => {
  const child = spawn(process.execPath, ['bin/chasqui.js', 'serve', '--sandbox'], {
    env: { ...process.env, CHASQUI_PORT: '0', CHASQUI_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let port = 0
  const ready = Promise.withResolvers<Server>()
  child.once('exit', () => ready.reject(new Error('the service did not start')))
  createInterface(child.stdout).on('line', (line) => {
    port = Number(/atiende en http:\/\/[^:]+:(\d+)/.exec(line)?.[1] ?? port)
    const key = /Clave de prueba: +(\S+)/.exec(line)?.[1]
    if (key) ready.resolve({ port, key, stop: () => child.kill('SIGTERM') })
  })
  return ready.promise
}

const startBare = async (body: string): Promise<Omit<Server, 'key'>> => {
  const child = spawn(process.execPath, ['bench/bare-server.ts', body], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { port: Number(line), stop: () => child.kill() }
}
