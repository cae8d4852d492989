import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openTestDatabase, runSql, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { Failure } from '../../kernel/errors.ts'
import { type Guard, type GuardPolicy, openGuard } from '../../kernel/guard/guard.ts'
import type { PostgresDatabase as Database } from '../../kernel/postgres/database.ts'
import { openFleets, SOURCES_MIGRATIONS } from './index.ts'
import { eraseOldAnswers } from './statements.ts'

const POLICY: GuardPolicy = {
  timeoutMs: 2_000,
  attempts: 1,
  spacingMs: 60,
  queue: 100,
  freshMs: 60_000,
  staleMs: 0,
  emptyMs: 60_000,
  breakMs: 30_000,
  blockedMs: 30_000,
}

const url = await testDatabase()
const databases: Database[] = []
after(async () => {
  for (const database of databases) await database.close()
})
const open = async (): Promise<Database> => {
  const database = await openTestDatabase(url, 'fleet', { sources: SOURCES_MIGRATIONS })
  databases.push(database)
  return database
}
const processes = await Promise.all([open(), open(), open()])
const fleets = await Promise.all(processes.map((database) => openFleets(database)))

/** A source of its own, asked through the guards of three processes; notes when each call began and ended. */
const shared = (name: string, answer: (question: string) => Promise<unknown>, policy: Partial<GuardPolicy> = {}) => {
  const calls: { question: string; start: number; end: number }[] = []
  const guards = fleets.map((openFleet) => {
    const own = { ...POLICY, ...policy }
    return openGuard(own, undefined, undefined, openFleet(name, own))
  }) as [Guard, Guard, Guard]
  const ask = (guard: Guard, question: string) =>
    guard.ask(question, async () => {
      const call = { question, start: performance.now(), end: 0 }
      calls.push(call)
      try {
        return await answer(question)
      } finally {
        call.end = performance.now()
      }
    })
  return { guards, calls, ask }
}

const slowly = async (question: string) => {
  await pause(40)
  return { question }
}

test('fifty equal questions to three processes cause one call', async () => {
  const { guards, calls, ask } = shared('equal', slowly)
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(guards[i % 3] as Guard, 'a')))
  assert.deepEqual([...new Set(answers.map(({ value }) => JSON.stringify(value)))], ['{"question":"a"}'])
  assert.equal(calls.length, 1)
  assert.equal(answers.filter(({ channel }) => channel === 'live').length > 0, true)
  const later = await ask(guards[2], 'a')
  assert.deepEqual([later.channel, calls.length], ['cache', 1])
})

test('an answer that may not be kept is still shared by those who asked meanwhile', async () => {
  // Long enough for the others to ask, also on a busy machine.
  const { guards, calls, ask } = shared('short', () => pause(1_000, {}), { freshMs: 0, emptyMs: 0, timeoutMs: 30_000 })
  const first = ask(guards[0], 'a')
  await until(async () => calls.length === 1)
  await Promise.all([first, ask(guards[1], 'a'), ask(guards[2], 'a')])
  assert.equal(calls.length, 1)
  await ask(guards[1], 'a')
  assert.equal(calls.length, 2)
})

test('different questions are called one at a time over all processes, and spaced', async () => {
  const { guards, calls, ask } = shared('paced', slowly)
  await Promise.all(Array.from({ length: 12 }, (_, i) => ask(guards[i % 3] as Guard, `q${i}`)))
  assert.equal(calls.length, 12)
  calls.sort((a, b) => a.start - b.start)
  for (const [i, call] of calls.entries()) {
    const before = calls[i - 1]
    // The database counts whole milliseconds.
    if (before) assert.ok(call.start - before.end >= POLICY.spacingMs - 2, `${call.start - before.end} ms`)
  }
})

test('"I do not have it" is shared too', async () => {
  const { guards, calls, ask } = shared('none', async () => null)
  assert.equal((await ask(guards[0], 'a')).value, null)
  assert.equal((await ask(guards[1], 'a')).value, null)
  assert.equal(calls.length, 1)
})

test('a failure is shared by those who asked meanwhile, and not kept', async () => {
  let fails = true
  const { guards, calls, ask } = shared('failing', async (question) => {
    // Long enough for the other process to ask, on a crowded machine too.
    await pause(400)
    if (fails) throw new Failure('upstream-changed', 'La fuente cambió', { detail: 'no table' })
    return question
  })
  const first = ask(guards[0], 'a')
  const outcomes = [first, until(async () => calls.length === 1).then(() => ask(guards[1], 'a'))]
  for (const outcome of outcomes) {
    await assert.rejects(outcome, { kind: 'upstream-changed', message: 'La fuente cambió', detail: 'no table' })
  }
  assert.equal(calls.length, 1)
  fails = false
  assert.equal((await ask(guards[1], 'a')).value, 'a')
})

test('a captcha that one process met is known to all, and its end too', async () => {
  let isBlocked = true
  const { guards, calls, ask } = shared(
    'captcha',
    async () => {
      if (isBlocked) throw new Failure('upstream-blocked', 'captcha')
      return 1
    },
    { blockedMs: 300 },
  )
  await assert.rejects(ask(guards[0], 'a'), { kind: 'upstream-blocked' })
  await assert.rejects(ask(guards[1], 'b'), { kind: 'upstream-blocked', detail: 'still blocked' })
  await until(async () => guards.every((guard) => guard.state().blocked))
  assert.equal(calls.length, 1)
  isBlocked = false
  await until(async () => (await ask(guards[2], 'c').catch(() => null)) !== null)
  await until(async () => guards.every((guard) => !guard.state().blocked && guard.state().lastSuccess !== null))
  assert.equal(calls.length, 2)
})

test('failures of all processes together open the breaker for all', async () => {
  const { guards, calls, ask } = shared('broken', async () => {
    throw new Failure('upstream-unavailable', 'no responde')
  })
  for (let i = 0; i < 5; i++) {
    await assert.rejects(ask(guards[i % 3] as Guard, `q${i}`), { message: 'no responde' })
  }
  await assert.rejects(ask(guards[2], 'other'), { kind: 'upstream-unavailable', detail: 'circuit open' })
  assert.equal(calls.length, 5)
  await until(async () => guards.every((guard) => guard.state().circuit === 'open'))
})

test('the turn of a process that ended in the middle of a call passes on', async () => {
  const { guards, calls, ask } = shared('ended', slowly)
  await ask(guards[0], 'first')
  await runSql(url, "UPDATE fleet.source_states SET holder = 'gone', held_until = 0 WHERE source = 'ended'")
  assert.deepEqual((await ask(guards[1], 'second')).value, { question: 'second' })
  assert.equal(calls.length, 2)
})

test('a turn outlasts the longest call, so that an outage of the database cannot let a second process call', async () => {
  const timeoutMs = 45_000
  const { guards, calls, ask } = shared('long', slowly, { timeoutMs })
  const asked = ask(guards[0], 'a')
  await until(async () => calls.length === 1)
  const [turn] = await runSql(
    url,
    `SELECT (held_until - extract(epoch FROM clock_timestamp()) * 1000)::int AS ms FROM fleet.source_states
     WHERE source = 'long'`,
  )
  await asked
  assert.ok(Number(turn?.ms) > timeoutMs, `${turn?.ms} ms`)
})

test('an answer keeps the order of its fields and any text', async () => {
  const value = { z: 'a\u0000b', a: [1.5, null], m: { y: 1, b: 2 } }
  const { guards, ask } = shared('exact', async () => value)
  await ask(guards[0], 'a')
  assert.equal(JSON.stringify((await ask(guards[1], 'a')).value), JSON.stringify(value))
})

test('no question is kept in plain text, and answers that have ended are erased', async () => {
  const { guards, ask } = shared('secret', slowly)
  await ask(guards[0], 'personByDni\n12345678')
  const rows = await runSql(url, "SELECT question FROM fleet.source_answers WHERE source = 'secret'")
  assert.match(String(rows[0]?.question), /^[0-9a-f]{64}$/)
  await runSql(url, "UPDATE fleet.source_answers SET keep_until = 0 WHERE source = 'secret'")
  await processes[0]?.query(eraseOldAnswers)
  assert.deepEqual(await runSql(url, "SELECT question FROM fleet.source_answers WHERE source = 'secret'"), [])
})
