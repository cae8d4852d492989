// Types, style, dead code and build, side by side; then every test. Ends with 1 when one of them fails.
// `npm test -- PART…` runs the tests of these parts alone (`test-processes.js` names them).
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { ROOT } from '../bin/prepare.js'
import { startPostgres } from '../test/engines/postgres.ts'
import { SANDBOX_TODAY } from '../test/helpers/sandbox-data.ts'
import { packagingChanges } from './packaging.js'
import { testProcesses } from './test-processes.js'

// Tests wait for servers most of the time.
const AT_ONCE = Math.min(8, 2 * availableParallelism() + 1)
/** `test/helpers/watch.ts` ends what hangs much sooner, unless its process does nothing but turn in a circle. */
const LONGEST_MS = 20 * 60_000
const SLOWEST = 20
const wanted = process.argv.slice(2)

process.chdir(ROOT)
// One seed for all property tests: fixed on a developer's machine, new in CI and with FC_SEED=random.
const { FC_SEED: asked, CI } = process.env
const seed = asked === 'random' || (!asked && CI) ? String(randomInt(2 ** 31)) : asked
if (seed) process.env.FC_SEED = seed
const repeat = seed && `property tests start from a seed; FC_SEED=${seed} npm test repeats this run`
// Every command and server that a test starts loads the same sources: their compiled code is kept.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.runtime', 'compile-cache')
const sandboxData = mkdtempSync(join(tmpdir(), 'chasqui-sandbox-'))
process.once('exit', () => rmSync(sandboxData, { recursive: true, force: true }))

const bin = (name) => `node_modules/${name}`
const CHECKS = [
  ['types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the console', [bin('typescript/bin/tsc'), '-p', 'console/tsconfig.json']],
  ['build', ['scripts/build.js']],
  ['style', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  // Lists that all tests of the sandbox share.
  ['sandbox', ['src/cli/main.ts', 'data', 'sync', '--sandbox']],
]

const inSeconds = (ms) => `${(ms / 1_000).toFixed(1).padStart(6)} s`

/** Runs one check to its end and prints what it says in one piece. */
const passes = ([name, args]) =>
  new Promise((resolve) => {
    const since = performance.now()
    const env = { ...process.env, CHASQUI_DATA_DIR: sandboxData, CHASQUI_TODAY: SANDBOX_TODAY }
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.once('close', (code) => {
      console.error(`${inSeconds(performance.now() - since)}  ${name}${code === 0 ? '' : ' failed'}`)
      process.stderr.write(said)
      resolve(code === 0)
    })
  })

const runChecks = async () => {
  const queue = CHECKS.filter(([name]) => wanted.length === 0 || ['build', 'sandbox'].includes(name)).values()
  const results = []
  const work = async () => {
    for (const check of queue) results.push(await passes(check))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return results.every(Boolean)
}

/** Runs every process of every part. Prints what took longest, and how long the processes of each part ran. */
const runTests = async (parts) => {
  console.error('— tests')
  const files = new Map()
  const processes = new Map()
  let isGood = true
  const events = run({
    files: parts.flatMap(([, files]) => files),
    concurrency: AT_ONCE,
    timeout: LONGEST_MS,
    execArgv: ['./test/helpers/seed.ts', './test/helpers/watch.ts'].flatMap((path) => ['--import', path]),
  })
  events.on('test:summary', ({ file, duration_ms, success }) => {
    if (file) processes.set(relative(ROOT, file), duration_ms)
    else isGood = success
  })
  // A file that shares its process is one test of it.
  const note = ({ name, details }) => name.endsWith('.test.ts') && files.set(name, details.duration_ms)
  events.on('test:pass', note).on('test:fail', note)
  const report = events.compose(new spec())
  report.pipe(process.stdout)
  await finished(report)
  const slowest = [...processes, ...files].filter(([name]) => name.endsWith('.test.ts')).sort((a, b) => b[1] - a[1])
  for (const [name, ms] of slowest.slice(0, SLOWEST)) console.error(`${inSeconds(ms)}  ${name}`)
  for (const [part, names] of parts) {
    const ms = names.reduce((sum, name) => sum + (processes.get(name) ?? 0), 0)
    console.error(`${inSeconds(ms)}  ${part}, ${names.length} processes`)
  }
  return isGood
}

if (repeat) console.error(repeat)
let isGood = await runChecks()
if (isGood) {
  // One server for all test files; it ends with this process, however that ends.
  const postgres = await startPostgres()
  Object.assign(process.env, { TEST_POSTGRES_URL: postgres.url, TEST_SANDBOX_DATA: sandboxData })
  const changes = packagingChanges()
  const isWanted = (part) => (wanted.length === 0 ? part !== 'packaging' || changes.areThere : wanted.includes(part))
  const parts = Object.entries(testProcesses()).filter(([part]) => isWanted(part))
  if (!wanted.length && !changes.areThere) console.error('— packages are as they were tested: their tests are left out')
  isGood = await runTests(parts)
  if (isGood && isWanted('packaging')) changes.markTested()
  await postgres.stop()
}
if (!isGood && repeat) console.error(repeat)
process.exitCode = isGood ? 0 : 1
