import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { refreshDataset } from '../src/datasets/editions/refresh.ts'
import { editionOf, type PublishedFile, parseManifest } from '../src/datasets/editions/sharing/manifest.ts'
import { sha256OfFile } from '../src/kernel/files/checksum.ts'
import { temporaryFolder } from './helpers/cleanup.ts'
import { useEditionPlace } from './helpers/edition-place.ts'
import { quietLog, wordList } from './helpers/word-list.ts'

const SCRIPT = fileURLToPath(new URL('./helpers/publish-again.ts', import.meta.url))
const KILLS = 12
/** Enough that a copy takes a while. */
const WORDS = 60_000
const { paths, publish, take, inService, keys } = useEditionPlace()

/** A data folder with one edition in service. */
const installationWith = async (first: string): Promise<string> => {
  const dataDir = temporaryFolder()
  const source = join(temporaryFolder(), 'words.txt')
  writeFileSync(source, Array.from({ length: WORDS }, (_, n) => `${first}${n}`).join('\n'))
  const outcome = await refreshDataset(wordList(source), { dataDir, clock: { now: () => Date.now() }, log: quietLog })
  assert.equal(outcome.outcome, 'switched')
  return dataDir
}

const startPublisher = async (dataDirs: string[]): Promise<ChildProcess> => {
  const child = fork(SCRIPT, [paths.place, JSON.stringify(keys().signing), ...dataDirs], { stdio: 'ignore' })
  after(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

const manifestNow = (): string => readFileSync(join(paths.place, 'manifest.json'), 'utf8')

/** Every file that the manifest of this moment names is whole, unless the place has gone on to another meanwhile. */
const assertWhole = async (): Promise<void> => {
  const text = manifestNow()
  const wrong = async ({ path, sha256 }: PublishedFile): Promise<boolean> =>
    (await sha256OfFile(join(paths.place, path)).catch(() => '')) !== sha256
  for (const file of editionOf(parseManifest(text), 'sanciones')?.files ?? [])
    if (await wrong(file)) assert.notEqual(manifestNow(), text, `${file.path} is not whole`)
}

test('a reader finds a whole edition at any moment, with two publishers that are killed again and again', async () => {
  const dataDirs = [await installationWith('a'), await installationWith('b')]
  await publish('always', dataDirs[0])
  let publishers = await Promise.all([startPublisher(dataDirs), startPublisher(dataDirs.toReversed())])
  for (let kills = 0; kills < KILLS; kills++) {
    for (let reads = 0; reads < 5; reads++) await assertWhole()
    const [victim, other] = publishers as [ChildProcess, ChildProcess]
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await assertWhole()
    publishers = [other, await startPublisher(dataDirs)]
  }
  for (const publisher of publishers) {
    publisher.kill('SIGKILL')
    await once(publisher, 'exit')
  }
  await assertWhole()
  assert.equal((await take()).outcome, 'switched')
  assert.equal((await inService()).filas, WORDS)
  await publish('always', dataDirs[1])
  const left = await readdir(paths.place, { recursive: true })
  assert.deepEqual(
    left.filter((name) => name.endsWith('.tmp')),
    [],
  )
})
