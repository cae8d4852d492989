import { AsyncResource } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Resources that are closed, in reverse order, when the test file ends. */
export const closeAfterTests = (): ((close: () => unknown) => void) => {
  const closing: (() => unknown)[] = []
  after(async () => {
    const failures: unknown[] = []
    // What stays open would keep the process alive, so the others are closed even when one cannot be.
    for (const close of closing.reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'a test left something that does not close')
  })
  return (close) => void closing.push(close)
}

/** A folder of its own, erased when the test file ends, or with the rest of `whenDone`. */
export const temporaryFolder = (
  whenDone: (close: () => unknown) => void = (close) => after(close as () => void),
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs something for the whole process: where several test files share it, `after` is then the end of the last one.
 * Bound when this module is loaded, which is before any test.
 */
export const forProcess: <Result>(work: () => Result) => Result = AsyncResource.bind((work) => work())
