import assert from 'node:assert/strict'
import { Chasqui } from '../../src/client/index.ts'

export interface Calls {
  seconds: number
  cpuSeconds: number
}

type Question = Record<string, string>

/** Asks one question per call with the project's own client, whose connections stay open; some of them at a time. */
export const askAll = async (
  url: string,
  key: string,
  questions: readonly Question[],
  atATime: number,
): Promise<Calls> => {
  const client = new Chasqui({ url, key })
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  let next = 0
  const ask = async (): Promise<void> => {
    for (let question = questions[next++]; question; question = questions[next++]) {
      const { data } = await client.aml({ ...question, detalle: true } as never)
      assert.equal(typeof data.total, 'number')
    }
  }
  await Promise.all(Array.from({ length: atATime }, ask))
  const { user, system } = process.cpuUsage(cpuBefore)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}
