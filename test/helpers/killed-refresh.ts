import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { quietLog, wordList } from './word-list.ts'

// Run as a process of its own: refreshes, and dies without a word when the named phase begins.
const [dataDir = '', from = '', phase = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const progress = { report: (name: string) => void (name === phase && die()) }
await refreshDataset(wordList(from), { dataDir, clock: { now: () => Date.now() }, log: quietLog }, { progress })
