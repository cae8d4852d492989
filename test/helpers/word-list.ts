import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dataset, EditionFacts, EditionReader } from '../../src/datasets/editions/dataset.ts'
import type { RefreshLog } from '../../src/datasets/editions/refresh.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { download } from '../../src/kernel/files/download.ts'

/** The smallest possible dataset, for tests of the machinery: a text file of one word per line. */
export interface WordList extends EditionReader {
  words: readonly string[]
  closed: boolean
}

export type StepName = 'fetch' | 'verify' | 'parse' | 'build' | 'open'

export const wordList = (
  from: string,
  at: (step: StepName) => void | Promise<void> = () => {},
  stamps: Partial<EditionFacts> = {},
) =>
  ({
    id: 'sanciones',
    schedule: '0 5 1 1,4,7,10 *',
    format: 1,
    async fetch(job) {
      await at('fetch')
      const { signal, inService } = job
      const known = inService?.validators?.words
      const got = await download({ from, to: join(job.cacheDir, 'words'), maxBytes: 1e6, attempts: 1, signal, known })
      return got === 'unchanged' ? got : [{ name: 'words', ...got }]
    },
    async verify() {
      await at('verify')
    },
    async parse(_job, files) {
      await at('parse')
      return (await readFile(files[0]?.path ?? '', 'utf8')).trim().split('\n')
    },
    async build(job, words, files) {
      await at('build')
      await writeFile(join(job.dir, 'words.json'), JSON.stringify(words))
      const { sha256 = '', path: _, ...file } = files[0] ?? {}
      return {
        edicion: '2026-01-01',
        filas: words.length,
        descartadas: 0,
        sha256,
        cargado: '2026-01-02T00:00:00.000Z',
        validators: { words: { from, sha256, ...file } },
        ...stamps,
      }
    },
    check(job, { filas }) {
      if (filas < 0.9 * (job.inService?.filas ?? job.floor))
        throw new Failure('upstream-changed', 'La lista llegó incompleta')
    },
    async open(dir, facts) {
      await at('open')
      const words = JSON.parse(await readFile(join(dir, 'words.json'), 'utf8')) as string[]
      const reader: WordList = {
        facts,
        words,
        closed: false,
        async close() {
          reader.closed = true
        },
      }
      return reader
    },
  }) satisfies Dataset<WordList, string[]>

export const quietLog: RefreshLog = { info: () => {}, warn: () => {}, error: () => {} }
