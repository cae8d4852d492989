// A process of its own that publishes two editions in turn into one place, until it is killed.
import { publishEditions } from '../../src/datasets/editions/sharing/publish.ts'
import { wordList } from './word-list.ts'

const [folder = '', ...dataDirs] = process.argv.slice(2)
const { signal } = new AbortController()
const clock = { now: () => Date.now() }
process.send?.('begun')
for (let n = 0; ; n++) {
  const dataDir = dataDirs[n % dataDirs.length] as string
  await publishEditions({ dataDir, folder, datasets: [wordList('')], clock, replace: 'always', verify: false, signal })
}
