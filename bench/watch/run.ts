import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { unList } from '../../src/datasets/screening-lists/un/index.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { BatchRecord, Health, SubjectFacts } from '../../src/domain/records.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import { copyText } from '../../test/helpers/screening/copies.ts'
import { inventNames } from '../../test/helpers/screening/invented-peruvians.ts'
import { type Check, isKept, printCheck } from '../../test/helpers/screening/limits.ts'
import { gatherUsFiles, realLists, sharedData } from '../../test/helpers/screening/lists.ts'
import { runCommand, startServer } from '../batches/commands.ts'
import { runLoad } from '../http/load.ts'
import { measureAlerts } from './alerts.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
/** One subject in so many has the name of a listed party. */
const LISTED_EVERY = 200
/** What screening 100,000 subjects again may cost. */
const LIMIT = { cpuSeconds: 15, p99Ratio: 2, memoryMb: 150 }
const LOAD_SECONDS = 15
const POLL_MS = 200
/** Of a file. */
const MOST_ROWS = 10_000

/**
 * Subjects under watch over editions made from the real lists: alerts as brute force finds them, the processor time of one
 * screening of all, and in a running service the p99 of questions beside it and its memory.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { subjects: { type: 'string', default: '100000' }, editions: { type: 'string', default: '30' } },
  })
  const shared = sharedData()
  assert.ok(shared, '../shared/data is absent: the real lists are needed')
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    // Records are read when they are asked for: here all of them are.
    const parties = (await realLists()).flatMap(({ index }) =>
      [...index.parties].map((party): ListedParty => ({ ...party, record: party.record })),
    )
    const subjects = inventSubjects(
      parties.map(({ names }) => names[0]?.text ?? ''),
      Number(values.subjects),
    )
    const cpuSeconds = await measureAlerts(join(folder, 'watch'), parties, subjects, Number(values.editions))
    const scale = subjects.length / 100_000
    const checks: Check[] = [
      {
        what: `${subjects.length} subjects screened again, one core`,
        ...{ measured: cpuSeconds, limit: LIMIT.cpuSeconds * scale, must: 'stay within', unit: 's' },
      },
      ...(await measureService(folder, shared, subjects)),
    ]
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inventSubjects = (listed: readonly string[], count: number): SubjectFacts[] =>
  inventNames(Math.ceil(count / 4), 7)
    .slice(0, count)
    .map(({ nombre }, at) => ({
      ...{ referencia: `C-${at}`, tipo: 'persona' as const },
      nombre: at % LISTED_EVERY === 0 ? (listed[(at * 7) % listed.length] as string) : nombre,
      ...(at % 3 === 0 && { nacimiento: String(1940 + (at % 60)) }),
    }))

const measureService = async (folder: string, shared: string, subjects: readonly SubjectFacts[]): Promise<Check[]> => {
  const clock = limaClock()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const us = gatherUsFiles(shared, join(folder, 'us'))
  const un = join(folder, 'un.xml')
  const original = copyText(join(shared, 'un-list/2026-02-27'), 'consolidated.xml', 'utf8')
  writeFileSync(un, original)
  const refresh = async (dataset: Parameters<typeof refreshDataset>[0]): Promise<void> => {
    const done = await refreshDataset(dataset, { dataDir, clock, log: quiet, floor: 1 })
    assert.equal(done.outcome, 'switched', JSON.stringify(done))
  }
  await refresh(usList({ from: us, clock }) as never)
  await refresh(unList({ from: un, clock }) as never)
  const created = ['keys', 'create', '--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  const { key } = JSON.parse((await runCommand(folder, created)).out)
  const server = await startServer(folder)
  const headers = { authorization: `Bearer ${key}` }
  const ask = async <Data>(path: string, init: RequestInit = {}): Promise<Data> => {
    const reply = await fetch(`${server.url}/api/${path}`, { ...init, headers: { ...headers, ...init.headers } })
    assert.ok(reply.ok, await reply.clone().text())
    return ((await reply.json()) as { data: Data }).data
  }
  const until = async <Data>(path: string, isReached: (data: Data) => boolean): Promise<Data> => {
    for (;;) {
      const data = await ask<Data>(path)
      if (isReached(data)) return data
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  const pending = (isReached: (pendientes: number) => boolean): Promise<unknown> =>
    until<Health['data']>('health', ({ vigilancia }) => isReached(vigilancia?.pendientes ?? -1))
  const load = (seconds: number) =>
    runLoad({
      ...{ port: Number(new URL(server.url).port), path: '', headers, connections: 2, seconds, everyMs: 5 },
      paths: subjects.slice(0, 5_000).map(({ nombre }) => `/api/aml?nombre=${encodeURIComponent(nombre)}`),
      checkBody: (text) => assert.equal(JSON.parse(text).ok, true),
    })
  try {
    const rows = subjects.map(({ referencia, nombre }) => `${referencia};"${nombre.replaceAll('"', '')}"`)
    for (let at = 0; at < rows.length; at += MOST_ROWS) {
      const body = `referencia;nombre\n${rows.slice(at, at + MOST_ROWS).join('\n')}\n`
      const sent = { method: 'POST', body, headers: { 'content-type': 'text/csv' } }
      const { id } = await ask<{ id: string }>('vigilados?tipoSujeto=persona', sent)
      await until<BatchRecord>(`lotes/${id}`, ({ estado }) => estado === 'terminado')
    }
    await pending((count) => count === 0)
    const alone = await load(LOAD_SECONDS)
    const [cpu, memory] = [server.cpuSeconds(), server.residentMb()]
    let most = memory
    const watching = setInterval(() => {
      most = Math.max(most, server.residentMb())
    }, POLL_MS)
    writeFileSync(un, original.replace(/<INDIVIDUAL>[\s\S]*?<\/INDIVIDUAL>/, ''))
    await refresh(unList({ from: un, clock }) as never)
    const [beside] = await Promise.all([
      load(LOAD_SECONDS),
      pending((count) => count > 0).then(() => pending((count) => count === 0)),
    ])
    clearInterval(watching)
    console.log(
      `alone p99 ${alone.p99Ms.toFixed(2)} ms; beside ${beside.p99Ms.toFixed(2)} ms; the service used ${(server.cpuSeconds() - cpu).toFixed(1)} s with its questions`,
    )
    return [
      {
        what: 'p99 of /api/aml beside, times that alone',
        ...{ measured: beside.p99Ms / alone.p99Ms, limit: LIMIT.p99Ratio, must: 'stay within' },
      },
      {
        what: 'memory more while screening',
        ...{ measured: most - memory, limit: LIMIT.memoryMb, must: 'stay within', unit: 'MB' },
      },
    ]
  } finally {
    await server.stop()
  }
}
