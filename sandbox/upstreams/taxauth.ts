import { readFileSync } from 'node:fs'
import { firewallPage } from '../fault-pages.ts'
import { html } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { otherDni, otherRuc } from '../world/people.ts'
import { pretendRegister, rucOfDni } from '../world/register/index.ts'
import { listPage, noRucOfDni, noSuchRuc, recordPage } from './taxauth-pages.ts'

/** A page that the parser's tests read too; the build copies it to the same place beside the compiled files. */
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../src/sources/taxauth/fixtures/${name}`, import.meta.url))

const BASE = '/cl-ti-itmrconsruc'
const TOKEN = 'sandbox-taxauth-token'
const COOKIE = 'TS01consruc=sandbox'
const LIST_NUMBER = '1413385332'

const refusal = (): PretendReply => html(fixture('error.html'))

/** The tax authority's taxpayer pages, over the invented register and the taxpayer registered after it. */
export const taxauth: PretendUpstream = {
  id: 'taxauth-scraper',
  settings: (address) => ({ CHASQUI_TAXAUTH_URL: address, CHASQUI_TAXAUTH_TOKEN: TOKEN }),
  handle: (request) => answer(request, (number) => number),
  faults: {
    redesigned: (request) => (isQuery(request) ? html(fixture('redesigned.html')) : answer(request)),
    'other-record': (request) =>
      answer(request, (number) => (number.length === 8 ? otherDni(number) : otherRuc(number))),
  },
}

const isQuery = ({ method, path }: PretendRequest): boolean => method === 'POST' && path === `${BASE}/jcrS00Alias`

/** `swap` gives the number that is answered about in place of the one asked for. */
const answer = (request: PretendRequest, swap: (number: string) => string = (number) => number): PretendReply => {
  if (request.path === `${BASE}/FrameCriterioBusquedaWeb.jsp`) {
    const reply = html(fixture('form.html'))
    return { ...reply, headers: { ...reply.headers, 'set-cookie': [`${COOKIE}; Path=/`, 'ITMRCONSRUC=1; Path=/'] } }
  }
  if (!isQuery(request)) return html('<html><body><h1>404</h1></body></html>', { status: 404 })
  if (!request.headers.cookie?.includes(COOKIE)) return firewallPage
  const field = (name: string): string => request.form.get(name) ?? ''
  const opensListed = field('actReturn') === '1' && field('numRnd') === LIST_NUMBER
  if (field('token') !== TOKEN && !opensListed) return refusal()
  if (field('modo') !== '1') return html('<html><body><table class="form-table"></table></body></html>')
  switch (field('accion')) {
    case 'consPorRuc':
      return byRuc(swap(field('nroRuc')))
    case 'consPorTipdoc':
      return byDni(swap(field('nrodoc')))
    case 'consPorRazonSoc':
      return html(listPage(named(field('razSoc')), LIST_NUMBER), { charset: 'ISO-8859-1' })
    default:
      return refusal()
  }
}

const byRuc = (ruc: string): PretendReply => {
  const taxpayer = pretendRegister().find(ruc)
  // The real server sends Latin-1 in data fields under whatever header it has.
  return taxpayer ? html(Buffer.from(recordPage(taxpayer), 'latin1')) : html(noSuchRuc(ruc))
}

const byDni = (dni: string): PretendReply => {
  const taxpayer = pretendRegister().find(rucOfDni(dni))
  return html(taxpayer ? listPage([taxpayer], LIST_NUMBER) : noRucOfDni(dni))
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()

const named = (text: string) => {
  const words = folded(text)
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  return pretendRegister().taxpayers.filter(({ nombre }) => {
    const own = new Set(folded(nombre).split(/[^A-Z0-9]+/))
    return words.length > 0 && words.every((word) => own.has(word))
  })
}
