import { connect, createServer, type Socket } from 'node:net'

/** What happens to the next COMMIT: it passes, it is lost, or its answer is. */
export type CommitFate = 'passes' | 'lost' | 'answer-lost'

/** A TCP proxy in front of a PostgreSQL server that cuts connections at their COMMIT. */
export const lossyProxy = async (serverUrl: string) => {
  const server = new URL(serverUrl)
  let fate: CommitFate = 'passes'
  let statement = 'COMMIT'
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
        sockets.delete(socket)
      })
    }
    upstream.on('data', (data) => client.write(data))
    client.on('data', (data) => {
      const isCommit = fate !== 'passes' && data.includes(statement)
      if (!isCommit) return void upstream.write(data)
      const cut = fate
      fate = 'passes'
      if (cut === 'lost') return void client.destroy()
      // The server has done it when it answers.
      upstream.removeAllListeners('data')
      upstream.once('data', () => client.destroy())
      upstream.write(data)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(serverUrl)
  url.port = String((proxy.address() as { port: number }).port)
  return {
    url: url.href,
    /** Cuts the next connection that commits, or sends another statement. */
    cut: (next: CommitFate, at = 'COMMIT'): void => {
      fate = next
      statement = at
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
