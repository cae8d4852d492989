import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { RunningServer } from './server.ts'

const TRIES = 100
const RETRY_MS = 50

/** How often each status was answered; 0 stands for an answer that was lost with its connection. */
export type Statuses = Record<number, number>

/** Many connections to each of several servers. The threads of a server share them. */
export const openLoad = (servers: readonly RunningServer[], connections: number) => {
  const pools = servers.map(({ url }) => new Pool(url, { connections, pipelining: 1 }))
  const askOnce = async (turn: number, path: string, key: string): Promise<{ status: number; codigo?: string }> => {
    try {
      const pool = pools[turn % pools.length] as Pool
      const reply = await pool.request({ path, method: 'GET', headers: { authorization: key } })
      const body = (await reply.body.json()) as { error?: { codigo: string } }
      return { status: reply.statusCode, ...body.error }
    } catch {
      return { status: 0 }
    }
  }
  /** A busy machine makes a server shed load, which says nothing about its limits: such a request is sent again. */
  const ask = async (turn: number, path: string, key: string): Promise<number> => {
    for (let tried = 1; ; tried++) {
      const { status, codigo } = await askOnce(turn, path, key)
      if (codigo !== 'sobrecarga' || tried === TRIES) return status
      await pause(RETRY_MS)
    }
  }
  return {
    ask,
    /** So many requests at once, to all servers in turn. */
    fire: async (requests: number, path: string, key: string): Promise<Statuses> => {
      const seen: Statuses = {}
      const one = async (turn: number): Promise<void> => {
        const status = await ask(turn, path, key)
        seen[status] = (seen[status] ?? 0) + 1
      }
      await Promise.all(Array.from({ length: requests }, (_, turn) => one(turn)))
      return seen
    },
    close: async (): Promise<void> => {
      await Promise.all(pools.map((pool) => pool.destroy()))
    },
  }
}
