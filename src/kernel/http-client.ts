/** One request to an upstream. Paths are relative to the upstream's origin unless they are whole addresses. */
export interface UpstreamRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** A form (urlencoded), several parts (multipart), or JSON. */
  form?: Record<string, string>
  multipart?: Record<string, string>
  json?: unknown
  /** Statuses besides 2xx that the source reads itself; any other status is thrown as a Failure. */
  accept?: readonly number[]
  signal?: AbortSignal
}

export interface UpstreamReply {
  status: number
  headers: Record<string, string>
  contentType: string
  /** Strict UTF-8 when it is valid, else windows-1252, whatever the header claims. */
  text: string
}

/** A visit with its own cookie jar: what one browser tab would keep between two pages. */
export interface Visit {
  request(path: string, request?: UpstreamRequest): Promise<UpstreamReply>
}

/** One upstream origin. Every call identifies itself, is size-limited, and throws a Failure on anything it cannot read. */
export interface Upstream extends Visit {
  visit(): Visit
}
