import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config.ts'
import { ListenError, type Listener } from '../listener.ts'

/**
 * Opens the service's port, so that other threads can open it too where that is wanted and possible. Returns how many HTTP
 * threads can serve it.
 */
export const openServicePort = async (service: Listener, config: Config): Promise<number> => {
  const { host, port, backlog, workers } = config
  if (workers > 1) {
    await refuseBusyPort(host, port)
    try {
      await service.open({ host, port, backlog, reusePort: true })
      return workers
    } catch (error) {
      if (!(error instanceof ListenError) || error.code !== 'ENOTSUP') throw error
    }
  }
  await service.open({ host, port, backlog })
  return 1
}

/** A shared port could be opened by a second server too, and both would get some of the requests. */
const refuseBusyPort = async (host: string, port: number): Promise<void> => {
  // Any free port is nobody else's.
  if (port === 0) return
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
  } catch (error) {
    throw new ListenError('service', error as NodeJS.ErrnoException)
  }
  probe.close()
  await once(probe, 'close')
}
