import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { quietLog, wordList } from './word-list.ts'

// A process of its own that refreshes, and kills itself when the named phase begins.
const [dataDir = '', from = '', phase = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const progress = { report: (name: string) => void (name === phase && die()) }
await refreshDataset(wordList(from), { dataDir, clock: { now: () => Date.now() }, log: quietLog }, { progress })
