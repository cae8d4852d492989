import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { Failure } from '../../kernel/errors.ts'
import type { TaskWorker } from '../../kernel/worker.ts'
import { type UploadProcessTasks, uploadProcess } from './upload-process.ts'

const path = join(temporaryFolder(), 'upload')
const upload = { path, tipo: 'aml' as const, named: {} }

/** Processes whose tasks end when a test says so. */
const openProcess = () => {
  const asked: PromiseWithResolvers<unknown>[] = []
  let lose = (): void => {}
  let started = 0
  const reader = uploadProcess((onExit) => {
    started++
    const fail = (): void => {
      for (const { reject } of asked.splice(0)) reject(new Error('the process ended'))
    }
    lose = () => {
      fail()
      onExit()
    }
    const run = (): Promise<unknown> => {
      const one = Promise.withResolvers<unknown>()
      asked.push(one)
      writeFileSync(`${path}.rows`, 'x')
      return one.promise
    }
    return { run, stop: async () => fail() } as unknown as TaskWorker<UploadProcessTasks>
  })
  return { reader, asked, lose: () => lose(), started: () => started }
}

test('an upload whose process ends can be sent again, to another one', async () => {
  const { reader, asked, lose, started } = openProcess()
  const lost = reader.inspect(upload, 'one')
  lose()
  await assert.rejects(lost, { kind: 'overloaded', message: /envíelo de nuevo/ })
  assert.equal(existsSync(`${path}.rows`), false)
  const next = reader.inspect(upload, 'one')
  asked[0]?.resolve('read')
  assert.equal(await next, 'read')
  const refused = reader.preview(upload, 'one')
  asked[1]?.reject(new Failure('invalid-input', 'vacío'))
  await assert.rejects(refused, { kind: 'invalid-input' })
  assert.equal(started(), 2)
  await reader.stop()
})

test('a stop ends what is read and begins nothing', async () => {
  const { reader, started } = openProcess()
  const ended = assert.rejects(reader.preview(upload, 'one'), { kind: 'overloaded', message: /deteniendo/ })
  await reader.stop()
  await ended
  assert.equal(existsSync(`${path}.rows`), false)
  await assert.rejects(reader.preview(upload, 'one'), { kind: 'overloaded' })
  assert.equal(started(), 1)
})
