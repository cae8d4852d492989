import assert from 'node:assert/strict'

export interface Calls {
  seconds: number
  cpuSeconds: number
}

type Question = Record<string, string>

/** Asks one question after the other with `fetch`, which keeps its connection: what a program does that has no batches. */
export const askAll = async (url: string, key: string, questions: readonly Question[]): Promise<Calls> => {
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  for (const question of questions) {
    const reply = await fetch(`${url}/api/aml?${new URLSearchParams(question)}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { ok, data } = (await reply.json()) as { ok: boolean; data: { total: number } }
    assert.ok(ok)
    assert.equal(typeof data.total, 'number')
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}
