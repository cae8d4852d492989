// Types, style, dead code, build, then every test. Exits at the first that fails.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ROOT } from '../bin/prepare.js'
import { startPostgres } from '../test/engines/postgres.ts'

// One seed for all property tests: fixed on a developer's machine, new in CI and with FC_SEED=random.
const { FC_SEED: asked, CI } = process.env
const seed = asked === 'random' || (!asked && CI) ? String(randomInt(2 ** 31)) : asked
// Every command and server that a test starts loads the same sources: their compiled code is kept.
const NODE_COMPILE_CACHE = join(ROOT, '.runtime', 'compile-cache')
const env = { NODE_COMPILE_CACHE, ...process.env, ...(seed && { FC_SEED: seed }) }
const repeat = seed && `property tests start from a seed; FC_SEED=${seed} npm test repeats this run`

const bin = (name) => `node_modules/${name}`
const checks = [
  ['types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the console', [bin('typescript/bin/tsc'), '-p', 'console/tsconfig.json']],
  ['style', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['build', ['scripts/build.js']],
  [
    'tests',
    [
      '--import',
      './test/helpers/seed.ts',
      '--test',
      '--test-concurrency=2',
      'src/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'console/**/*.test.ts',
      'test/**/*.test.ts',
    ],
  ],
]

if (repeat) console.error(repeat)
for (const [name, args] of checks) {
  console.error(`— ${name}`)
  // One server for all test files; it ends with this process, however that ends.
  const postgres = name === 'tests' ? await startPostgres() : null
  const engines = postgres && { TEST_POSTGRES_URL: postgres.url }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...env, ...engines } })
  await postgres?.stop()
  if (status === 0) continue
  if (repeat) console.error(repeat)
  process.exit(status ?? 1)
}
