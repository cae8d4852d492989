import { cpSync } from 'node:fs'
import { temporaryFolder } from './cleanup.ts'

/** The date on which the sandbox of most tests stands. */
export const SANDBOX_TODAY = '2026-11-13'

/**
 * A data folder of its own in which the sandbox of that day finds its lists: a start spends most of its time on making them.
 * `scripts/test.js` makes them once for all test files; in a file that is run by itself, the start makes them.
 */
export const sandboxData = (whenDone?: (close: () => unknown) => void): string => {
  const folder = temporaryFolder(whenDone)
  const { TEST_SANDBOX_DATA } = process.env
  if (TEST_SANDBOX_DATA) cpSync(TEST_SANDBOX_DATA, folder, { recursive: true })
  return folder
}
