import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Resources that are closed, in reverse order, when the test file ends. */
export const closeAfterTests = (): ((close: () => unknown) => void) => {
  const closing: (() => unknown)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  return (close) => void closing.push(close)
}

/** A folder of its own, erased with the rest. */
export const temporaryFolder = (whenDone: (close: () => unknown) => void): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
