import { firewallPage } from '../fault-pages.ts'
import { json as jsonReply, slashed } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { addDays, datesBetween, limaToday } from '../world/calendar.ts'
import { publicationOf } from '../world/exchange-rates.ts'

const TEXT_FILE = '/a/txt/tipoCambio.txt'
const PAGE = '/cl-at-ittipcam/tcS01Alias'
const TOKEN = 'sandbox-tc-token'
const COOKIE = 'TS01sandbox=1'

const json = (value: unknown): PretendReply => jsonReply(value, 200, 'application/json;charset=UTF-8')

/** The tax authority's exchange rate: the text file of the latest publication and the month service behind its page. */
export const taxauthTc: PretendUpstream = {
  id: 'taxauth-tc',
  settings: (address) => ({
    CHASQUI_TAXAUTH_TC_URL: address,
    CHASQUI_TAXAUTH_TC_TXT_URL: `${address}${TEXT_FILE}`,
    CHASQUI_TAXAUTH_TC_TOKEN: TOKEN,
  }),
  handle: (request, today = limaToday()) => {
    if (request.path === TEXT_FILE) return { headers: { 'content-type': 'text/plain' }, body: textFile(today) }
    if (request.path === PAGE) {
      return { headers: { 'content-type': 'text/html', 'set-cookie': `${COOKIE}; Path=/` }, body: '<html></html>' }
    }
    if (request.path === `${PAGE}/listarTipoCambio` && request.method === 'POST') return month(request, today)
    return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><h1>404</h1></html>' }
  },
}

const textFile = (today: string): string => {
  const dates = datesBetween(addDays(today, -20), today).reverse()
  const date = dates.find((each) => publicationOf(each, today)) ?? today
  const rate = publicationOf(date, today)
  return `${slashed(date)}|${rate?.compra}|${rate?.venta}|\r\n`
}

const month = ({ headers, body }: PretendRequest, today: string): PretendReply => {
  // The real firewall rejects callers that did not open the page first.
  if (!headers.cookie?.includes(COOKIE)) return firewallPage
  const { anio, mes, token } = readQuestion(body)
  if (token !== TOKEN) return json({ status: false, message: 'Token no encontrado.' })
  if (!Number.isInteger(anio) || !Number.isInteger(mes) || anio < 1990 || anio > 9998 || mes < 0 || mes > 11) {
    return json([])
  }
  // Months are counted from zero.
  const first = `${anio}-${String(mes + 1).padStart(2, '0')}-01`
  const next = addDays(first, 31).slice(0, 7)
  const rows = datesBetween(first, addDays(`${next}-01`, -1)).flatMap((date, i) => {
    const rate = publicationOf(date, today)
    if (!rate) return []
    const sides = [
      { fecPublica: slashed(date), valTipo: rate.compra, codTipo: 'C' },
      { fecPublica: slashed(date), valTipo: rate.venta, codTipo: 'V' },
    ]
    return i % 2 ? sides.reverse() : sides
  })
  return json(rows)
}

const readQuestion = (body: Buffer): { anio: number; mes: number; token: unknown } => {
  try {
    const { anio, mes, token } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    return { anio: Number(anio), mes: Number(mes), token }
  } catch {
    return { anio: Number.NaN, mes: Number.NaN, token: undefined }
  }
}
