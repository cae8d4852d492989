import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSandbox } from '../../sandbox/main.ts'
import { Load, type LoadCounts, type Question } from './load.ts'
import { type MinuteRow, minuteRow, openMinuteTable } from './minute-table.ts'
import {
  type Keys,
  questionMix,
  type RecordedQuestion,
  recordedQuestions,
  SLOW_RATE,
  SMALL_QUOTA,
} from './questions.ts'
import { type Sample, sampleService } from './samples.ts'
import { runCommand, type Service, startService } from './service.ts'
import { DATES, type TwoEditions, writeTwoEditions } from './two-editions.ts'
import { type Finding, judgeMinutes, median } from './verdict.ts'

const TODAY = '2026-11-14'
const CONNECTIONS = 64
const SAMPLE_MS = 5_000
const SWITCH_MINUTES = 3
const SHOWN = 2
const CAPACITY_ROUNDS = 3
const CAPACITY_SECONDS = 8
const USAGE = 'soak [--minutes 60] [--threads 2] [--load 0.7] [--rows 500000] [--out FILE]'

interface Plan {
  minutes: number
  threads: number
  load: number
  rows: number
  out: string
}

/** Settings of a live installation whose publishers and sources are the pretend ones. */
type Settings = Record<string, string>

/**
 * `npm run bench -- soak`: a server in live mode that is fed by a place of editions, with keys, quota, rate limits and log on,
 * held at a share of its own capacity. Every answer is checked; editions switch every few minutes.
 */
export const run = async (args: string[]): Promise<void> => {
  const plan = readPlan(args)
  if (process.platform !== 'linux') throw new Error('memory and open files are read from /proc: Linux only')
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-soak-'))
  const sandbox = await startSandbox({ today: TODAY })
  try {
    process.exitCode = (await soak(plan, folder, sandbox.settings)) ? 0 : 1
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const readPlan = (args: string[]): Plan => {
  const text = { type: 'string' } as const
  const options = { minutes: text, threads: text, load: text, rows: text, out: text }
  const { values } = parseArgs({ args, options })
  const plan = {
    minutes: Number(values.minutes ?? 60),
    threads: Number(values.threads ?? 2),
    load: Number(values.load ?? 0.7),
    rows: Number(values.rows ?? 500_000),
    out: values.out ?? join(tmpdir(), 'chasqui-soak.md'),
  }
  const { minutes, threads, load, rows } = plan
  if (![minutes, threads, load, rows].every((number) => number > 0)) throw new Error(USAGE)
  return plan
}

const soak = async (plan: Plan, folder: string, sandbox: Settings): Promise<boolean> => {
  const files = await writeTwoEditions(join(folder, 'files'), plan.rows)
  const publish = await buildEditions(folder, files, sandbox)
  await publish(0)
  const settings = serverSettings(folder, sandbox, plan.threads)
  const account = await createKeys(settings)
  const service = await startService(settings, folder)
  const load = new Load()
  try {
    const recorded = recordedQuestions(files.rows, account.keys)
    await inService(service, 0)
    await load.connect(service.port, CONNECTIONS)
    await record(load, recorded)
    await publish(1)
    await inService(service, 1)
    await record(load, recorded)
    const mix = questionMix(files.rows, recorded, account.keys)
    const capacity = await measureCapacity(load, mix.next)
    const table = openMinuteTable(
      plan.out,
      `${plan.threads} threads, ${plan.rows} rows, ${files.hasRealLists ? 'real' : 'pretend'} lists; ` +
        `capacity ${capacity.toFixed(0)} requests a second, held at ${plan.load} of it`,
    )
    const rows = await hold({ plan, service, load, table, publish }, mix.next, capacity * plan.load)
    const accounts = await judgeAccounts(settings, account.id, load.charged, mix.spent)
    load.close()
    const code = await service.stop()
    const findings = [
      ...judgeMinutes(rows),
      ...accounts,
      { what: 'exit code', figure: String(code), holds: code === 0 },
    ]
    table.text(`\n${findings.map(shown).join('\n')}\n`)
    process.stdout.write(`written to ${plan.out}\n`)
    return findings.every(({ holds }) => holds !== false)
  } finally {
    load.close()
    if (service.isRunning()) await service.stop()
  }
}

const shown = ({ what, figure, holds }: Finding): string =>
  `- ${what}: ${figure}: ${holds === null ? 'not judged, the run was too short' : holds ? 'holds' : 'BROKEN'}`

/**
 * Two installations, each with one of the editions; the returned function publishes that of the first or the second. The
 * second one began as a copy of the first, so that lists that did not change are the same edition.
 */
const buildEditions = async (folder: string, files: TwoEditions, sandbox: Settings) => {
  const dirs = [join(folder, 'builder-1'), join(folder, 'builder-2')] as const
  const builders = files.settings.map((own, n) => ({
    ...{ ...sandbox, ...own, CHASQUI_TODAY: TODAY, CHASQUI_DATASET_FLOOR: '1' },
    CHASQUI_DATA_DIR: dirs[n] as string,
  }))
  await runCommand(builders[0] as Settings, 'data', 'sync')
  cpSync(dirs[0], dirs[1], { recursive: true })
  await runCommand(builders[1] as Settings, 'data', 'sync', 'padron', ...(files.hasRealLists ? ['un'] : []))
  return (n: number): Promise<string> => runCommand(builders[n] as Settings, 'data', 'publish', join(folder, 'place'))
}

/** Without the tokens of the pretend sources: what the register does not know is then not known at all. */
const serverSettings = (folder: string, sandbox: Settings, threads: number): Settings => ({
  ...Object.fromEntries(Object.entries(sandbox).filter(([name]) => !/TOKEN|AGGREGATOR/.test(name))),
  ...{ CHASQUI_TAXAUTH_TC_TOKEN: sandbox.CHASQUI_TAXAUTH_TC_TOKEN ?? '', CHASQUI_TODAY: TODAY },
  ...{ CHASQUI_SOURCE_SPACING_MS: '0', CHASQUI_EDITIONS_URL: join(folder, 'place') },
  ...{ CHASQUI_DATA_DIR: join(folder, 'data'), CHASQUI_PORT: '0', CHASQUI_ADMIN_PORT: '0' },
  CHASQUI_WORKERS: String(threads),
})

const createKeys = async (settings: Settings): Promise<{ id: string; keys: Keys }> => {
  const create = async (...limits: string[]): Promise<{ id: string; account: string; key: string }> =>
    JSON.parse(await runCommand(settings, 'keys', 'create', '--name', 'soak', '--json', ...limits))
  const counted = await create('--quota', '1000000000', '--rate', '1000000')
  const small = await create('--quota', String(SMALL_QUOTA), '--rate', '1000000')
  const slow = await create('--quota', '1000000000', '--rate', String(SLOW_RATE))
  const revoked = await create('--quota', '1000', '--rate', '1000')
  await runCommand(settings, 'keys', 'revoke', revoked.id)
  const keys = { counted: counted.key, small: small.key, slow: slow.key, revoked: revoked.key }
  return { id: counted.account, keys }
}

/** Waits until the register of that edition answers. */
const inService = async (service: Service, n: 0 | 1): Promise<void> => {
  while ((await sampleService(service)).edition !== Date.parse(DATES[n]) / 1000) await pause(200)
  // The lists of the same publication follow within a poll.
  await pause(5_000)
}

/** Asks every question until it is answered; the answers of the edition in service are the right ones from now on. */
const record = async (load: Load, questions: readonly RecordedQuestion[]): Promise<void> => {
  for (const question of questions) question.beginRecording()
  for (let left = questions; left.length > 0; left = left.filter(({ isMissing }) => isMissing)) {
    await load.askAll(left)
    refuseWrong(load.takeCounts())
  }
  for (const question of questions) question.endRecording()
}

const refuseWrong = ({ wrong, examples }: LoadCounts): void => {
  if (wrong > 0) throw new Error(`wrong answers before the soak began:\n${examples.join('\n')}`)
}

const measureCapacity = async (load: Load, next: () => Question): Promise<number> => {
  const perSecond: number[] = []
  for (let round = 0; round <= CAPACITY_ROUNDS; round++) {
    await load.runClosed(next, CAPACITY_SECONDS)
    const counts = load.takeCounts()
    refuseWrong(counts)
    // The first round warms everything up.
    if (round > 0) perSecond.push((counts.requests - counts.shed) / CAPACITY_SECONDS)
  }
  return median(perSecond)
}

interface Held {
  plan: Plan
  service: Service
  load: Load
  table: ReturnType<typeof openMinuteTable>
  publish(n: number): Promise<unknown>
}

/** Holds the load for the planned minutes, and switches editions meanwhile. */
const hold = async (held: Held, next: () => Question, perSecond: number): Promise<MinuteRow[]> => {
  const { plan, service, load, table, publish } = held
  const rows: MinuteRow[] = []
  const switchEvery = Math.max(1, Math.min(SWITCH_MINUTES, Math.floor(plan.minutes / 3)))
  let edition = Date.parse(DATES[1]) / 1000
  const stop = load.startOpen(next, perSecond)
  for (let minute = 1; minute <= plan.minutes && service.isRunning(); minute++) {
    if (minute % switchEvery === 0) void publish((minute / switchEvery + 1) % 2)
    const samples = await sampleMinute(service)
    let switches = 0
    for (const sample of samples) {
      if (sample.edition !== edition) switches++
      edition = sample.edition
    }
    const counts = load.takeCounts()
    const errors = service.takeErrorLines()
    rows.push(minuteRow(minute, counts, samples, { errorLines: errors.length, switches }))
    table.row(rows.at(-1) as MinuteRow)
    for (const text of [...counts.examples, ...errors].slice(0, SHOWN)) process.stdout.write(`${text}\n`)
  }
  await stop()
  return rows
}

const sampleMinute = async (service: Service): Promise<Sample[]> => {
  const samples: Sample[] = []
  const until = performance.now() + 60_000
  for (let left = 60_000; left > 0; left = until - performance.now()) {
    await pause(Math.min(SAMPLE_MS, left))
    samples.push(await sampleService(service))
  }
  return samples
}

/** Every unit that was charged must be on the account, and no other; the small quota was granted to its last unit. */
const judgeAccounts = async (
  settings: Settings,
  account: string,
  charged: number,
  spent: { small: number },
): Promise<Finding[]> => {
  // Usage is written once a second.
  await pause(3_000)
  const usage = JSON.parse(await runCommand(settings, 'keys', 'usage', '--json'))
  const counted = usage.find((one: { account: string }) => one.account === account)?.used
  return [
    { what: 'units charged / answers that cost one', figure: `${counted} / ${charged}`, holds: counted === charged },
    { what: `answers to a quota of ${SMALL_QUOTA}`, figure: String(spent.small), holds: spent.small === SMALL_QUOTA },
  ]
}
