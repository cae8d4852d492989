/** The headers of a reply, as undici gives them. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * True when HTTP itself shows where a body ends: by its length, or by its last chunk. A body that stops earlier is then
 * an error of the transfer. Without either, the end of the connection is the end of the body, and a line that breaks
 * looks the same: only what the text says can prove that it is whole.
 */
export const isFramed = (headers: Headers): boolean =>
  headers['content-length'] !== undefined || /\bchunked\b/i.test(String(headers['transfer-encoding'] ?? ''))
