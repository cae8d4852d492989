import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** The requests that were received and are not finished. Each is finished exactly once, also when its caller hangs up. */
export interface InFlight {
  begin(reply: FastifyReply): void
  /** The answer is on its way, or its caller is gone. */
  finish(reply: FastifyReply): void
  /** Called when the unit of a request is decided: one that was abandoned before is finished now. */
  decided(reply: FastifyReply): void
  /** Calls back as soon as no answer is due on this connection; only the first of several calls that wait counts. */
  afterAnswers(socket: Socket, callBack: () => void): void
  /** From now on every answer says `Connection: close`. */
  closeConnections(): void
  /** Cuts connections whose request is still on its way: nothing was done for it yet. */
  cutUnreceived(): void
  count(): number
  /** Resolves as soon as nothing is in flight. */
  settled(): Promise<void>
}

/** Tells the log and the metrics how a request ended. */
export type OnFinish = (reply: FastifyReply) => void

/**
 * Watches connections, not responses: Node tells a response that its connection was lost only when it is the one being
 * answered, and not those that wait behind it.
 */
export const trackInFlight = (onFinish: OnFinish): InFlight => {
  const open = new Set<FastifyReply>()
  const openOf = new WeakMap<Socket, Set<FastifyReply>>()
  const afterLast = new WeakMap<Socket, () => void>()
  let waiting: (() => void)[] = []
  let isClosing = false

  const finish = (reply: FastifyReply): void => {
    if (!open.delete(reply)) return
    const { socket } = reply.request.raw
    const own = openOf.get(socket)
    own?.delete(reply)
    onFinish(reply)
    if (own?.size === 0) afterLast.get(socket)?.()
    if (open.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const abandon = (reply: FastifyReply): void => {
    const { call } = reply.request
    call.isAbandoned = true
    // A lookup under way goes on, and what it finds is charged: its line is written then.
    if (!call.isUndecided) finish(reply)
  }

  const watch = (socket: Socket): Set<FastifyReply> => {
    const own = new Set<FastifyReply>()
    openOf.set(socket, own)
    socket.once('close', () => {
      for (const reply of own) abandon(reply)
    })
    return own
  }

  return {
    begin: (reply) => {
      const { socket } = reply.request.raw
      open.add(reply)
      const own = openOf.get(socket) ?? watch(socket)
      own.add(reply)
      if (isClosing) reply.raw.shouldKeepAlive = false
    },
    finish,
    decided: (reply) => {
      const { call } = reply.request
      call.isUndecided = false
      if (call.isAbandoned) finish(reply)
    },
    afterAnswers: (socket, callBack) => {
      if ((openOf.get(socket)?.size ?? 0) === 0) callBack()
      else if (!afterLast.has(socket)) afterLast.set(socket, callBack)
    },
    closeConnections: () => {
      isClosing = true
      for (const { raw } of open) raw.shouldKeepAlive = false
    },
    cutUnreceived: () => {
      for (const { request } of open) if (!request.raw.complete) request.raw.socket.destroy()
    },
    count: () => open.size,
    settled: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
