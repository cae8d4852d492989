// Loaded before the program: makes this platform one whose threads cannot share a port, as Node tells of it.
import { Server } from 'node:net'

const { listen } = Server.prototype

Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [options] = args as [{ reusePort?: boolean } | undefined]
  if (!options?.reusePort) return Reflect.apply(listen, this, args)
  const error = Object.assign(new Error('listen ENOTSUP: operation not supported on socket'), { code: 'ENOTSUP' })
  process.nextTick(() => this.emit('error', error))
  return this
} as typeof listen
