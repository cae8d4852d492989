import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, beforeEach } from 'node:test'
import type { EditionFacts } from '../../src/datasets/editions/dataset.ts'
import { type RefreshRun, refreshDataset } from '../../src/datasets/editions/refresh.ts'
import {
  editionOf,
  KIND,
  manifestText,
  parseManifest,
  signatureOf,
} from '../../src/datasets/editions/sharing/manifest.ts'
import { openPlace } from '../../src/datasets/editions/sharing/place.ts'
import { publishEditions } from '../../src/datasets/editions/sharing/publish.ts'
import { takenDataset } from '../../src/datasets/editions/sharing/taken-dataset.ts'
import type { TrustedKeys } from '../../src/datasets/editions/sharing/trusted-keys.ts'
import { readStatus } from '../../src/datasets/editions/status.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { jwsSigner } from '../../src/kernel/signing/jws.ts'
import { newSigningKey, type PublicKey } from '../../src/kernel/signing/signing-key.ts'
import { temporaryFolder } from './cleanup.ts'
import { quietLog, wordList } from './word-list.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, path: string) => unknown

/** An entry of a manifest as plain data, to be spoiled. */
export type PlainEntry = Record<string, unknown> & { files: Record<string, unknown>[] }

export const SIGNAL = new AbortController().signal

/** A builder and a taker of the smallest dataset, and the place between them. Every test has its own folders. */
export const useEditionPlace = () => {
  let now = Date.parse('2026-11-14T12:00:00Z')
  const clock = limaClock(undefined, { now: () => (now += 1_000) })
  const folders = temporaryFolder()
  const paths = { source: '', builder: '', taker: '', place: '' }
  const seen: { url: string; range: string | undefined; condition: string | undefined; status: number }[] = []

  beforeEach(() => {
    const home = mkdtempSync(join(folders, 'case-'))
    for (const name of ['source', 'builder', 'taker', 'place'] as const) paths[name] = join(home, name)
    for (const folder of [paths.builder, paths.taker]) mkdirSync(folder)
    for (const name of Object.keys(stamps)) delete stamps[name as keyof EditionFacts]
  })

  /** That of the builder, which the taker trusts. */
  const key = newSigningKey(now)
  const keys = () => ({ signing: key, known: [key] })
  const settingsOf = (dataDir: string) => ({ dataDir, clock, log: quietLog, swapDelayMs: 0 })
  const publish = (replace: 'always' | 'newer' = 'always', dataDir = paths.builder) =>
    publishEditions({
      ...{ dataDir, folder: paths.place, datasets: [wordList(paths.source)], clock, replace, verify: true },
      ...{ keys, signal: SIGNAL },
    })

  /** What the builder writes into the facts of its editions, in place of the usual. */
  const stamps: Partial<EditionFacts> = {}
  const build = async (...words: string[]): Promise<void> => {
    writeFileSync(paths.source, `${words.join('\n')}\n`)
    const list = wordList(paths.source, undefined, stamps)
    assert.equal((await refreshDataset(list, settingsOf(paths.builder), { force: true })).outcome, 'switched')
    await publish()
  }

  /** The taker's dataset: the publisher's own steps must never run. */
  const taken = (from: string, trusted: TrustedKeys | undefined = trust([key])) => {
    const dataset = wordList('/nowhere', (step) => {
      if (step !== 'open') throw new Error(`asked the publisher: ${step}`)
    })
    const place = openPlace({ from, userAgent: 'test', keys: trusted, pollMs: 20 })
    return takenDataset(dataset, place, { clock, userAgent: 'test' })
  }
  const take = (from = paths.place, run?: RefreshRun) => refreshDataset(taken(from), settingsOf(paths.taker), run)
  const inService = async () => {
    const { edicion, filas, error } = await readStatus(paths.taker, wordList(paths.source), clock.now())
    return { edicion, filas, error }
  }

  const manifestPath = () => join(paths.place, 'manifest.json')
  const readEntry = () => editionOf(parseManifest(readFileSync(manifestPath(), 'utf8')), 'sanciones')
  const wordsFile = (): string => readEntry()?.files.find(({ name }) => name === 'words.json')?.path ?? ''
  /** Writes a manifest whose own checksum and signature are right, whatever it says. */
  const writeManifest = (editions: unknown[], signing = key): void =>
    writeFileSync(manifestPath(), manifestText({ editions }, jwsSigner(KIND, signing)))
  const spoilEntry = (spoil: (entry: PlainEntry) => unknown): void => {
    const { editions } = JSON.parse(readFileSync(manifestPath(), 'utf8'))
    spoil(editions[0])
    writeManifest(editions)
  }

  /** A web server over the place, as simple as one can be; `before` may answer in its stead. */
  const serve = async (before: Handler = () => {}): Promise<string> => {
    seen.length = 0
    const server = createServer((request, response) => {
      const { range, 'if-none-match': condition } = request.headers
      response.on('finish', () => seen.push({ url: request.url ?? '', range, condition, status: response.statusCode }))
      const path = join(paths.place, request.url ?? '')
      if (before(request, response, path) === true || response.writableEnded) return
      answerFile(request, response, path)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  return {
    ...{ paths, clock, seen, settingsOf, publish, build, taken, take, inService },
    ...{ manifestPath, readEntry, wordsFile, spoilEntry, writeManifest, serve, key, keys, stamps },
  }
}

/** Keys that are known for good. */
export const trust = (keys: readonly PublicKey[]): TrustedKeys => ({
  signatureOf: async (manifest) => signatureOf(manifest, keys),
})

const answerFile = (request: IncomingMessage, response: ServerResponse, path: string): void => {
  if (!existsSync(path)) return void response.writeHead(404).end()
  const { range, 'if-none-match': condition, 'if-range': same } = request.headers
  const { mtimeMs, ino } = statSync(path)
  const etag = `"${ino}-${mtimeMs}"`
  if (condition === etag) return void response.writeHead(304, { etag }).end()
  const bytes = readFileSync(path)
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  if (from > 0 && same === etag) {
    const headers = { etag, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    return void response.writeHead(206, headers).end(bytes.subarray(from))
  }
  response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes)
}
