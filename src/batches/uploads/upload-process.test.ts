import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { until } from '../../../test/helpers/until.ts'
import { Failure } from '../../kernel/errors.ts'
import type { TaskWorker } from '../../kernel/worker.ts'
import { type UploadProcessDeps, type UploadProcessTasks, uploadProcess } from './upload-process.ts'

const path = join(temporaryFolder(), 'upload')
const upload = { path, tipo: 'aml' as const, named: {} }

/** Processes whose tasks end when a test says so. */
const openProcess = (times: Partial<UploadProcessDeps> = {}) => {
  const asked: PromiseWithResolvers<unknown>[] = []
  let lose = (): void => {}
  let started = 0
  const start = (onExit: () => void): TaskWorker<UploadProcessTasks> => {
    started++
    const fail = (): void => {
      for (const { reject } of asked.splice(0)) reject(new Error('the process ended'))
    }
    lose = () => {
      fail()
      onExit()
    }
    const run = (task: string): Promise<unknown> => {
      if (task === 'cancel') return Promise.resolve()
      const one = Promise.withResolvers<unknown>()
      asked.push(one)
      writeFileSync(`${path}.rows`, 'x')
      return one.promise
    }
    return { run, stop: async () => fail() } as unknown as TaskWorker<UploadProcessTasks>
  }
  const reader = uploadProcess({ start, answerMs: 60_000, ...times })
  return { reader, asked, lose: () => lose(), started: () => started }
}

/** Ends the process as soon as it reads. */
const loseNext = async ({ asked, lose }: ReturnType<typeof openProcess>): Promise<void> => {
  await until(async () => asked.length > 0)
  lose()
}

test('an upload whose process ends is read by another one, once', async () => {
  const opened = openProcess()
  const { reader, asked, started } = opened
  const lost = reader.inspect(upload, 'one')
  await loseNext(opened)
  await until(async () => asked.length > 0)
  asked.shift()?.resolve('read')
  assert.equal(await lost, 'read')
  assert.equal(started(), 2)

  const lostTwice = assert.rejects(reader.inspect(upload, 'one'), { kind: 'overloaded', message: /envíelo de nuevo/ })
  await loseNext(opened)
  await loseNext(opened)
  await lostTwice
  assert.equal(existsSync(`${path}.rows`), false)
  await reader.stop()
})

test('what is wrong with an upload is told', async () => {
  const { reader, asked } = openProcess()
  const refused = reader.preview(upload, 'one')
  asked[0]?.reject(new Failure('invalid-input', 'vacío'))
  await assert.rejects(refused, { kind: 'invalid-input' })
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

test('an upload that is not read in time is answered, and a process that does not end it is replaced', async () => {
  const { reader, asked, started } = openProcess({ answerMs: 50, endMs: 50 })
  const isLate = { kind: 'overloaded', retryAfterMs: 30_000 }
  await assert.rejects(reader.preview(upload, 'one'), isLate)
  assert.equal(asked.length, 1)
  await until(async () => asked.length === 0)
  await assert.rejects(reader.preview(upload, 'one'), isLate)
  assert.equal(started(), 2)
  await reader.stop()
})
