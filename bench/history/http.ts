import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editionFolderOf, inService as editionInService } from '../../src/datasets/editions/edition-folder.ts'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { padronDataset } from '../../src/datasets/padron/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { runCommand, type Server, startServer } from '../batches/commands.ts'
import { useLargeRegister } from '../http/large-register.ts'
import { runLoad } from '../http/load.ts'
import type { Figure } from '../register/report.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const ROUNDS = 5
const SECONDS = 3
const EDITIONS = 10
const HOUR_MS = 3_600_000

/** Processor time of the service for a question by date beside one without, and its memory beside that of no history. */
export const measureHttp = async (folder: string, rows: number): Promise<Figure[]> => {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const rucs = await useLargeRegister(join(folder, 'register'), dataDir, rows)
  const created = ['keys', 'create', '--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  const { key } = JSON.parse((await runCommand(folder, created)).out)
  const inService = (await editionInService(editionFolderOf(dataDir, 'padron')))?.facts.edicion as string
  const alone = await withServer(folder, (server) => askRounds(server, key, rucs, inService))
  const middle = await manyEditions(join(folder, 'register'), dataDir)
  const { ratio, megabytes } = await withServer(folder, (server) => askRounds(server, key, rucs, middle))
  const more = megabytes - alone.megabytes
  return [
    {
      what: 'a question by date over HTTP, times the processor time of one without',
      ...{ value: `median ${ratio.toFixed(2)} of ${ROUNDS} rounds`, limit: '1.3', holds: ratio <= 1.3 },
    },
    {
      what: `memory of the service with ${EDITIONS} editions, beside one without history`,
      ...{ value: `${more.toFixed(0)} MB more`, limit: '60 MB', holds: more <= 60 },
    },
  ]
}

/** Rounds with and without a date in turn: the median of their ratios, and the memory afterwards. */
const askRounds = async (server: Server, key: string, rucs: readonly string[], fecha: string) => {
  const ratios: number[] = []
  const share = Math.floor(rucs.length / (ROUNDS + 1) / 2)
  for (let round = 0; round <= ROUNDS; round++) {
    const own = rucs.slice(round * 2 * share, (round + 1) * 2 * share)
    const plain = await cpuOf(server, key, own.slice(0, share).map(rucPath))
    const dated = await cpuOf(
      server,
      key,
      own.slice(share).map((ruc) => `${rucPath(ruc)}&fecha=${fecha}`),
    )
    // The first round warms everything up.
    if (round > 0) ratios.push(dated / plain)
  }
  ratios.sort((one, other) => one - other)
  return { ratio: ratios[Math.floor(ratios.length / 2)] as number, megabytes: server.residentMb() }
}

const rucPath = (ruc: string): string => `/api/ruc?numero=${ruc}`

const withServer = async <Result>(folder: string, use: (server: Server) => Promise<Result>): Promise<Result> => {
  const server = await startServer(folder)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

const load = (server: Server, key: string, paths: readonly string[]) =>
  runLoad({
    ...{ port: Number(new URL(server.url).port), path: '', headers: { authorization: `Bearer ${key}` }, paths },
    ...{ connections: 8, seconds: SECONDS, checkBody: (text) => assert.equal(JSON.parse(text).ok, true) },
  })

const cpuOf = async (server: Server, key: string, paths: readonly string[]): Promise<number> => {
  const before = server.cpuSeconds()
  const { requests } = await load(server, key, paths)
  return (server.cpuSeconds() - before) / requests
}

/** Ten editions, each with a tenth of the conditions turned; returns a day in their middle. */
const manyEditions = async (folder: string, dataDir: string): Promise<string> => {
  const text = join(folder, 'padron_reducido_ruc.txt')
  const clock = limaClock()
  const lines = readFileSync(text, 'latin1').split('\n')
  const days: string[] = []
  for (let day = 0; day < EDITIONS; day++) {
    for (let at = 1 + day; at < lines.length; at += EDITIONS)
      lines[at] = (lines[at] as string).replace(/\|(HABIDO|NO HABIDO)\|/, (_, was) =>
        was === 'HABIDO' ? '|NO HABIDO|' : '|HABIDO|',
      )
    writeFileSync(text, lines.join('\n'), 'latin1')
    const written = new Date(clock.now() - (EDITIONS - day) * 24 * HOUR_MS)
    utimesSync(text, written, written)
    const padron = padronDataset({ from: text, typesFrom: join(folder, 'tipos.csv'), clock })
    const done = await refreshDataset(padron, { dataDir, clock, log: quiet, floor: 1 }, { force: day === 0 })
    assert.equal(done.outcome, 'switched', JSON.stringify(done))
    if (done.outcome === 'switched') days.push(done.facts.edicion)
  }
  return days[EDITIONS / 2] as string
}
