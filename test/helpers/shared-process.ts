// Runs test files one after the other in this process, each as one test of its name: most of the time of a small test
// file goes into starting its process.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
// Loaded before the first test: see `forProcess`.
import './cleanup.ts'

/** What one file could leave behind for the next. */
const surroundings = () => {
  const { fetch, setTimeout } = globalThis
  return { environment: { ...process.env }, folder: process.cwd(), clock: globalThis.Date, fetch, setTimeout }
}

export const shareProcess = (files: readonly string[]): void => {
  for (const file of files)
    test(file, async (context) => {
      const before = surroundings()
      await import(pathToFileURL(resolve(file)).href)
      // One test runs at a time: this one waits for all those of the file.
      await context.test('the process is left as it was', () => {
        mock.reset()
        assert.deepEqual(surroundings(), before)
      })
    })
}
