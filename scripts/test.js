// Types, style, then every test; the runner's own summary comes last.
import { spawnSync } from 'node:child_process'
import { ROOT } from '../bin/runtime.js'

const bin = (name) => `node_modules/${name}`
const checks = [
  ['types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['style', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['build', ['scripts/build.js']],
  [
    'tests',
    [
      '--import',
      './test/helpers/fixed-seed.ts',
      '--test',
      '--test-concurrency=2',
      'src/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'test/**/*.test.ts',
    ],
  ],
]

for (const [name, args] of checks) {
  console.error(`— ${name}`)
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
