import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { seededRandom } from '../../sandbox/random.ts'
import { type Manner, nearlyRequest, type RawAnswer, readAnswers, sendRaw } from '../helpers/raw-requests.ts'
import { repeated } from '../helpers/repeated.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { startServer } from '../helpers/server.ts'

/** FUZZ_REQUESTS=10000 tries as many as the audit did. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? repeated(700))
const CALLERS = 24
const QUOTA_HEADER = /"quota";r=(\d+)/

const settings = { CHASQUI_DATA_DIR: sandboxData(), CHASQUI_ADMIN_PORT: '0', CHASQUI_TODAY: SANDBOX_TODAY }
const server = await startServer(settings, ['serve', '--sandbox'])
while (!/Administración .*http/.test(server.output())) await pause(10)
const key = /chq_test_\S+/.exec(server.output())?.[0] as string
const admin = /Administración .*(http:\S+)/.exec(server.output())?.[1] as string

const quotaLeft = async (): Promise<number> => {
  const { headers } = await fetch(`${server.url}/api/health`, { headers: { authorization: key, connection: 'close' } })
  return Number(QUOTA_HEADER.exec(headers.get('ratelimit') ?? '')?.[1])
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${admin}/metrics`, { headers: { connection: 'close' } })).text()
  const values = text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

const chargedLines = (): number => server.output().split('"charged":true').length - 1

const openFiles = (): number => {
  const folder = `/proc/${server.process.pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

const problemOf = ({ status, headers, body }: RawAnswer): string | null => {
  if (status === 0) return 'no HTTP'
  if (status === 500) return 'our bug'
  if (status < 400 || body === '') return null
  const { error, codigo } = JSON.parse(Buffer.from(body, 'latin1').toString())
  const isOurs = /problem\+json/.test(headers) ? codigo : error?.codigo && error?.mensaje
  // A probe that says no has no detail.
  return isOurs || body === '{"ok":false}' ? null : 'not our error body'
}

test('bytes that are nearly requests get our answers alone, and leave nothing behind', async () => {
  const [seed = 0] = fc.sample(fc.nat(), 1)
  const random = seededRandom(seed)
  const before = { quota: await quotaLeft(), units: await metric('chasqui_units_total'), lines: chargedLines() }
  // Connections, threads and caches that a first load opens stay open.
  for (let i = 0; i < 50; i++) await sendRaw(server.port, nearlyRequest(random, key), 'reads')
  await pause(200)
  const [files, memory] = [openFiles(), await metric('process_resident_memory_bytes')]

  let left = REQUESTS
  const statuses = new Map<number, number>()
  const problems: string[] = []
  const call = async (): Promise<void> => {
    while (left-- > 0) {
      const bytes = nearlyRequest(random, key)
      const manner = random.pick<Manner>(['reads', 'reads', 'reads', 'reads', 'hangs up', 'ends'])
      for (const answer of readAnswers(await sendRaw(server.port, bytes, manner))) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        const problem = problemOf(answer)
        if (problem) problems.push(`${problem}: ${JSON.stringify(bytes.slice(0, 300))} -> ${answer.body.slice(0, 200)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  assert.deepEqual(problems.slice(0, 5), [], `seed ${seed}`)
  for (const status of [200, 400, 401, 404, 405, 417, 431])
    assert.ok(statuses.has(status), `${status} in ${[...statuses]}`)

  const deadline = Date.now() + 20_000
  while ((await metric('chasqui_requests_in_flight')) > 0 && Date.now() < deadline) await pause(50)
  assert.equal(await metric('chasqui_requests_in_flight'), 0)
  while (openFiles() > files + 10 && Date.now() < deadline) await pause(50)
  assert.ok(openFiles() <= files + 10, `${openFiles()} open files, ${files} before`)
  assert.ok((await metric('process_resident_memory_bytes')) < memory + 200e6, 'memory')
  const asked = performance.now()
  assert.equal((await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })).status, 200)
  assert.ok(performance.now() - asked < 10_000, 'answer time')

  const charged = before.quota - (await quotaLeft())
  // Log lines are written a moment later.
  while (chargedLines() - before.lines < charged && Date.now() < deadline) await pause(50)
  assert.ok(charged > REQUESTS / 30, `${charged} answers were charged`)
  assert.equal((await metric('chasqui_units_total')) - before.units, charged, 'metric')
  assert.equal(chargedLines() - before.lines, charged, 'log')
  assert.doesNotMatch(server.output(), /internal error|"status":500/)
  assert.ok(
    !server
      .output()
      .split('\n')
      .some((line) => line.startsWith('{') && line.includes(key)),
    'no key in the log',
  )
  assert.equal(await server.end(), 0)
})
