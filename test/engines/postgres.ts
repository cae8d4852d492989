import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const GUARD = fileURLToPath(new URL('./postgres-guard.js', import.meta.url))

/** A real PostgreSQL server that ends with this process. */
export interface PostgresServer {
  /** Of its first database, with the password of a superuser. */
  url: string
  /** Ends it as a crash would; `start` brings it back with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops all its processes without ending them: connections stay open, and nobody answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  stop(): Promise<void>
}

/** Starts the server that the machine has, or the fetched one. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const guard = fork(GUARD, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const ended = once(guard, 'exit')
  const ready = await Promise.race([once(guard, 'message'), ended.then(() => null)])
  if (!ready) throw new Error('PostgreSQL could not be started')
  const [{ url }] = ready as [{ url: string }]
  const command = (name: string) => async (): Promise<void> => {
    const done = once(guard, 'message')
    guard.send(name)
    await done
  }
  return {
    url,
    kill: command('kill'),
    start: command('start'),
    freeze: command('freeze'),
    thaw: command('thaw'),
    stop: async () => {
      guard.disconnect()
      await ended
    },
  }
}
