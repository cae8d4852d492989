import type { IncomingHttpHeaders } from 'node:http'

/** A request as a pretend upstream receives it, with its body read. */
export interface PretendRequest {
  method: string
  /** Percent-decoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** The fields of an urlencoded or multipart body; empty for any other. */
  form: URLSearchParams
}

export interface PretendReply {
  /** 200 by default. */
  status?: number
  headers?: Record<string, string | string[]>
  body: string | Buffer
}

/** `today` is Lima's date (`YYYY-MM-DD`) when it is fixed; otherwise the real one applies. */
export type PretendHandler = (request: PretendRequest, today?: string) => PretendReply | Promise<PretendReply>

/** Faults that need a handler of the upstream's own. */
export type OwnFault = 'redesigned' | 'other-record'

/** One pretend upstream: the wire format is that of the real one, the people are invented. */
export interface PretendUpstream {
  /** The id of the source or list it stands for, e.g. `central-bank` or `us-list`. */
  id: string
  /** The settings that lead the service to it, tokens included, given its address (`http://127.0.0.1:port`). */
  settings(address: string): Record<string, string>
  handle: PretendHandler
  /** How it answers once redesigned, and how it answers about another record. */
  faults?: Partial<Record<OwnFault, PretendHandler>>
}
