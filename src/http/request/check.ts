import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { Call } from './call.ts'

/** One thing that must hold before the lookup runs: the failure that refuses the request, or undefined. */
export type Check = (request: FastifyRequest) => Failure | undefined | Promise<Failure | undefined>

/** A check that needs the call alone, so that a call of a tool passes it like a request. */
export type CallCheck = (request: { call: Call }) => Failure | undefined | Promise<Failure | undefined>

/** A check as a hook of the framework. */
export const asHook =
  (check: Check) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    void whenReady(check(request), done, done)
  }
