import type { Upstream, Visit } from '../../kernel/http/client.ts'
import { proven } from '../proof.ts'
import type { CallContext, ListedTaxpayer, Questions, Source, SourceSettings } from '../source.ts'
import { parseDniList, parseNameList, parsePersonRecord, parseTaxpayer } from './parse.ts'

const BASE = '/cl-ti-itmrconsruc'
const FORM_PAGE = `${BASE}/FrameCriterioBusquedaWeb.jsp`
const QUERY = `${BASE}/jcrS00Alias`
const HOUR_MS = 3_600_000
// Ten times the longest list page.
const MAX_PAGE = 512 * 1024

const ACCEPT = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'es-PE,es;q=0.9' }

// The form sends every field, the empty ones too; without `modo` the server answers in an older layout.
const FIELDS = { nroRuc: '', nrodoc: '', razSoc: '', tipdoc: '1', contexto: 'ti-it', modo: '1', codigo: '' }
const SEARCHES = { search1: '', search2: '', search3: '' }

const byRuc = (ruc: string) => ({ accion: 'consPorRuc', nroRuc: ruc, rbtnTipo: '1', search1: ruc })
const byDni = (dni: string) => ({ accion: 'consPorTipdoc', nrodoc: dni, rbtnTipo: '2', search2: dni })
const byName = (name: string) => ({ accion: 'consPorRazonSoc', razSoc: name, rbtnTipo: '3', search3: name })

/** The tax authority's live page. Its form asks for a token, so only an operator with a token can ask it. */
export const taxauth: Source = {
  id: 'taxauth-scraper',
  // The source cuts off clients that ask too often: no second attempt, and a second between two questions.
  policy: {
    timeoutMs: 15_000,
    attempts: 1,
    spacingMs: 1_100,
    queue: 16,
    freshMs: 24 * HOUR_MS,
    staleMs: 24 * HOUR_MS,
    emptyMs: HOUR_MS / 6,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open: (upstream, settings) => (settings.token ? openQuestions(upstream, settings, settings.token) : {}),
}

const openQuestions = (upstream: Upstream, { origin }: SourceSettings, token: string): Partial<Questions> => {
  const headers = { ...ACCEPT, origin: new URL(origin).origin, referer: new URL(FORM_PAGE, origin).href }

  /** A visit that has seen the form. */
  const openForm = async ({ signal }: CallContext): Promise<Visit> => {
    const visit = upstream.visit()
    // Only its cookies matter, and the query has been seen to work without them.
    await visit.request(FORM_PAGE, { headers: ACCEPT, maxBytes: MAX_PAGE, accept: [404], signal })
    return visit
  }

  const submit = async (visit: Visit, fields: Record<string, string>, { signal }: CallContext) => {
    const form = { ...FIELDS, ...SEARCHES, ...fields, token }
    return visit.request(QUERY, { form, headers, maxBytes: MAX_PAGE, signal })
  }

  /** One question in a visit of its own; `parse` reads the page it brings. */
  const ask = async <Found>(
    fields: Record<string, string>,
    call: CallContext,
    parse: (page: string, arrivedWhole?: boolean) => Found,
  ): Promise<Found> => {
    const reply = await submit(await openForm(call), fields, call)
    return proven(reply, 'html', parse(reply.text, reply.whole))
  }

  return {
    taxpayerByRuc: (ruc, call) => ask(byRuc(ruc), call, (page, whole) => parseTaxpayer(page, ruc, whole)),
    taxpayersByName: (text, call) => ask(byName(text), call, parseNameList),
    taxpayersByDni: (dni, call) => ask(byDni(dni), call, (page, whole) => parseDniList(page, dni, whole)?.rows ?? null),
    async personByDni(dni, call) {
      const visit = await openForm(call)
      const reply = await submit(visit, byDni(dni), call)
      const list = proven(reply, 'html', parseDniList(reply.text, dni, reply.whole))
      if (!list) return null
      const { numero } = preferred(list.rows)
      await call.pause()
      const opened = list.listNumber ? { actReturn: '1', numRnd: list.listNumber } : {}
      const { text, whole } = await submit(visit, { ...byRuc(numero), ...opened }, call)
      return parsePersonRecord(text, numero, dni, whole)
    },
  }
}

/** Of several RUCs the one that holds the DNI, and of those the active one: its name is the current one. */
const preferred = (rows: readonly ListedTaxpayer[]): ListedTaxpayer => {
  const rank = ({ numero, estado }: ListedTaxpayer): number =>
    (numero.startsWith('10') ? 0 : 2) + (estado === 'ACTIVO' ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b))[0] as ListedTaxpayer
}
