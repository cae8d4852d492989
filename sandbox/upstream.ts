import type { IncomingHttpHeaders } from 'node:http'

/** A request as a pretend upstream sees it: read whole, nothing judged. */
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
  /** 200 unless said. */
  status?: number
  headers?: Record<string, string | string[]>
  body: string | Buffer
}

/** `today` is Lima's date (`YYYY-MM-DD`) where a rehearsal fixes it; the real one counts otherwise. */
export type PretendHandler = (request: PretendRequest, today?: string) => PretendReply | Promise<PretendReply>

/** Faults that only the upstream itself can play well. */
export type OwnFault = 'redesigned' | 'other-record'

/** One pretend upstream: it speaks the wire format of the real one and knows invented people only. */
export interface PretendUpstream {
  /** The id of the source or list it stands for, e.g. `central-bank` or `us-list`. */
  id: string
  /** The settings that lead the service to it, tokens included, given its address (`http://127.0.0.1:port`). */
  settings(address: string): Record<string, string>
  handle: PretendHandler
  /** Its own way of being redesigned, and of answering about somebody else (which nobody can do for it). */
  faults?: Partial<Record<OwnFault, PretendHandler>>
}
