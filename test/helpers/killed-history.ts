import { refreshDataset } from '../../src/datasets/index.ts'
import { backfillRegister, padronDataset } from '../../src/datasets/padron/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { quietLog } from './word-list.ts'

// A process of its own that loads a register, or puts a copy into its history, and kills itself when the named phase begins.
const [dataDir = '', from = '', phase = '', what = 'load'] = process.argv.slice(2)
const clock = limaClock('2026-11-15')
const progress = { report: (name: string) => void (name === phase && process.kill(process.pid, 'SIGKILL')) }
const { signal } = new AbortController()
if (what === 'copy') await backfillRegister({ path: from }, { dataDir, clock, progress, signal })
else {
  const dataset = padronDataset({ from, clock, searchThreads: 1 })
  await refreshDataset(dataset, { dataDir, clock, log: quietLog, floor: 1, swapDelayMs: 0 }, { progress })
}
