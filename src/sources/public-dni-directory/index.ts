import type { UpstreamReply, Visit } from '../../kernel/http/client.ts'
import { upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { proven } from '../proof.ts'
import type { Source } from '../source.ts'
import { parseFormToken, parsePerson } from './parse.ts'

const PAGE = '/pe/buscar-datos-por-dni'
const PAGE_EXPIRED = 419
const HOUR_MS = 3_600_000
const MAX_PAGE = 512 * 1024

const HEADERS = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'es-PE,es;q=0.9' }

/** A public directory of names by DNI. Two requests a question: its form, then the form sent. */
export const publicDniDirectory: Source = {
  id: 'public-dni-directory',
  policy: {
    timeoutMs: 10_000,
    attempts: 2,
    spacingMs: 1_000,
    queue: 16,
    freshMs: 7 * 24 * HOUR_MS,
    staleMs: 7 * 24 * HOUR_MS,
    emptyMs: HOUR_MS,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open: (upstream, { origin }) => ({
    async personByDni(dni, { signal }) {
      const reply = await submit(upstream.visit(), origin, dni, signal)
      // The second attempt is the one new visit that may help.
      if (reply.status === PAGE_EXPIRED) throw upstreamUnavailable('form expired')
      return proven(reply, 'html', parsePerson(reply.text, dni, reply.whole))
    },
  }),
}

/** Both requests in one visit: the form's token is refused with the cookies of another one. */
const submit = async (visit: Visit, origin: string, dni: string, signal: AbortSignal): Promise<UpstreamReply> => {
  const form = await visit.request(PAGE, { headers: HEADERS, maxBytes: MAX_PAGE, signal })
  return visit.request(PAGE, {
    multipart: { _token: parseFormToken(form.text), dni },
    headers: { ...HEADERS, origin: new URL(origin).origin, referer: new URL(PAGE, origin).href },
    accept: [PAGE_EXPIRED],
    maxBytes: MAX_PAGE,
    signal,
  })
}
