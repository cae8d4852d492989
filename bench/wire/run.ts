import { execFile, spawn } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs, promisify } from 'node:util'
import { Agent, request } from 'undici'
import { startSandbox } from '../../sandbox/main.ts'
import { type WireQuestion, wireQuestions } from './questions.ts'

const TODAY = '2026-11-14'
const ROOT = join(import.meta.dirname, '../..')
/** Differ from run to run or from one installation to another, whatever the code. */
const VOLATILE = ['date', 'x-request-id', 'etag', 'ratelimit', 'retry-after', 'keep-alive']
const SHOWN = 5

interface Checkout {
  ask(question: WireQuestion): Promise<string>
  stop(): void
}

/**
 * `npm run bench -- wire --against PATH`: whether another checkout of the project, with its packages installed, answers the
 * same bytes. Both serve in live mode over the same pretend upstreams; status, headers and body of every answer must be equal.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { against: { type: 'string' }, questions: { type: 'string' } } })
  if (!values.against) throw new Error('--against must name another checkout')
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-wire-'))
  const sandbox = await startSandbox({ today: TODAY })
  // An earlier checkout does not know the settings of lists that are not loaded unless asked for.
  const settings = Object.fromEntries(
    Object.entries(sandbox.settings).filter(([name]) => !/_(?:EU|UK|BID)_LIST_URL$/.test(name)),
  )
  const checkouts = await Promise.all(
    [ROOT, values.against].map((path, n) => serve(path, join(folder, String(n)), settings)),
  )
  try {
    await compare(checkouts, wireQuestions(Number(values.questions ?? 6_000)))
  } finally {
    for (const checkout of checkouts) checkout.stop()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const compare = async (checkouts: Checkout[], questions: WireQuestion[]): Promise<void> => {
  let different = 0
  for (const question of questions) {
    const [here, there] = await Promise.all(checkouts.map((checkout) => checkout.ask(question)))
    if (here === there) continue
    different++
    if (different <= SHOWN) process.stdout.write(`${JSON.stringify(question)}\n- ${there}\n+ ${here}\n`)
  }
  process.stdout.write(`${questions.length} answers compared, ${different} different\n`)
  if (different > 0) process.exitCode = 1
}

/** A server of a checkout, with all lists loaded, and a key whose limits are out of reach. */
const serve = async (path: string, dataDir: string, settings: Record<string, string>): Promise<Checkout> => {
  const env = {
    ...{ PATH: process.env.PATH, ...settings, CHASQUI_TODAY: TODAY, CHASQUI_DATA_DIR: dataDir, CHASQUI_PORT: '0' },
    ...{ CHASQUI_SOURCE_SPACING_MS: '0', CHASQUI_DATASET_FLOOR: '1' },
  }
  const main = join(path, 'src/cli/main.ts')
  // Not synchronous: the pretend upstreams answer from this process.
  const chasqui = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], { env, cwd: path, encoding: 'utf8' })
  const limits = ['--quota', '1000000000', '--rate', '1000000']
  const { key } = JSON.parse((await chasqui('keys', 'create', '--name', 'wire', '--json', ...limits)).stdout)
  await chasqui('data', 'sync')
  const child = spawn(process.execPath, [main, 'serve'], { env, cwd: path, stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await originOf(child.stdout)
  const dispatcher = new Agent({ connections: 1 })
  return { ask: (question) => askServer(origin, key, dispatcher, question), stop: () => child.kill('SIGKILL') }
}

/** The address that a starting server prints. */
const originOf = async (output: Readable): Promise<string> => {
  const lines = createInterface(output)
  for await (const [line] of on(lines, 'line', { close: ['close'] })) {
    const origin = /atiende en (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]
    if (origin) return origin
  }
  throw new Error('the service did not start')
}

const askServer = async (origin: string, key: string, dispatcher: Agent, question: WireQuestion): Promise<string> => {
  const { path, method = 'GET', headers } = question
  const reply = await request(origin + path, {
    ...{ method: method as 'GET', dispatcher },
    headers: { authorization: `Bearer ${key}`, 'x-request-id': 'wire-compare', ...headers },
  })
  const shown = Object.entries(reply.headers).filter(([name]) => !VOLATILE.includes(name))
  return withoutTimes(JSON.stringify([reply.statusCode, shown.sort(), await reply.body.text()]))
}

/** Masks the load times in some answers, and lifetimes that end at midnight. */
const withoutTimes = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/max-age=\d+/, (age) => (Number(age.slice(8)) % 60 === 0 ? age : '<until midnight>'))
