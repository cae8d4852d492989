// A process of its own that publishes two editions in turn into one place, until it is killed.
import { publishEditions } from '../../src/datasets/editions/sharing/publish.ts'
import type { SigningKey } from '../../src/kernel/signing/signing-key.ts'
import { wordList } from './word-list.ts'

const [folder = '', written = '', ...dataDirs] = process.argv.slice(2)
const signing: SigningKey = JSON.parse(written)
const keys = () => ({ signing, known: [signing] })
const { signal } = new AbortController()
const clock = { now: () => Date.now() }
process.send?.('begun')
for (let n = 0; ; n++) {
  const dataDir = dataDirs[n % dataDirs.length] as string
  const what = { dataDir, folder, datasets: [wordList('')], clock, keys, signal }
  await publishEditions({ ...what, replace: 'always', verify: false })
}
