import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Calls {
  seconds: number
  cpuSeconds: number
}

const get = (url: string, agent: Agent, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      text(response).then((body) => {
        assert.equal(response.statusCode, 200, body)
        resolve(body)
      }, reject)
    })
    call.on('error', reject)
    call.end()
  })

/** Asks one question per call over connections that stay open, some of them at a time; the lightest client that Node has. */
export const askAll = async (
  url: string,
  key: string,
  questions: readonly Record<string, string>[],
  atATime: number,
): Promise<Calls> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atATime })
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  let next = 0
  const ask = async (): Promise<void> => {
    for (let question = questions[next++]; question; question = questions[next++]) {
      const body = await get(`${url}/api/aml?${new URLSearchParams(question)}`, agent, {
        authorization: `Bearer ${key}`,
      })
      assert.equal(typeof JSON.parse(body).data.total, 'number')
    }
  }
  await Promise.all(Array.from({ length: atATime }, ask))
  agent.destroy()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}
