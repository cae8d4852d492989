import { once } from '../once.ts'
import { serveTagged, type TaggedFile, taggedFile } from '../static-file.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { BOARDS, COURT_ORDERS, PARTNERS, REPRESENTATIVES } from '../world/procurement-people.ts'
import { SAMPLE_SANCTIONS } from '../world/procurement-samples.ts'

const CUT = '20261001'
const PUBLISHED = 'Thu, 01 Oct 2026 15:00:00 GMT'
const PAGES: Record<string, readonly string[]> = {
  '106889269': ['sancionados.csv', 'penalidades.csv'],
  '106889261': ['inhabilitaciones_judiciales.csv'],
  '106889267': ['Socios.csv', 'representantes.csv', 'organos.csv'],
}
/** Attachments on one listing: the agency has nine on a page, and a listing has room for fifty. */
const LISTED_AT_ONCE = 2
/** How often an address that was signed may be used. */
const USES = 3

const written = (header: string, rows: readonly (readonly string[])[]): TaggedFile =>
  taggedFile(
    Buffer.from([header, ...rows.map((cells) => cells.join('|')), ''].join('\n').replaceAll('–', '\x96'), 'latin1'),
    'application/octet-stream',
    PUBLISHED,
  )

const day = (slashed: string): string =>
  slashed.split('/').length === 3
    ? slashed
        .split('/')
        .reverse()
        .map((part) => part.padStart(2, '0'))
        .join('')
    : ''

const sanctionRows = (): string[][] =>
  SAMPLE_SANCTIONS.filter(({ desde }) => day(desde)).map((one) => [
    ...[CUT, one.ruc, one.razonSocial, day(one.desde), day(one.hasta), one.resolucion, '214,215,'],
    one.infraccion.replaceAll('\n', ' – ') || one.otra,
  ])

const FILES: Record<string, () => TaggedFile> = {
  'sancionados.csv': once(() =>
    written(
      'FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION',
      sanctionRows(),
    ),
  ),
  'inhabilitaciones_judiciales.csv': once(() =>
    written(
      'FECHA_CORTE|RUC_DNI|NOMBRE_RAZONODENOMINACIONSOCIAL|ORGANO_JURISDICCIONAL|NUMERO_RESOLUCION|FECHA_INICIO|FECHA_FIN',
      COURT_ORDERS.map((row) => [CUT, ...row]),
    ),
  ),
  'Socios.csv': once(() => written('Tipo_Documento|Nro_Documento|Nombre_o_RazonSocial|Ruc_Proveedor', PARTNERS)),
  'representantes.csv': once(() =>
    written('Tipo_Documento|Nro_Documento|Nombre_RazonSocial|Ruc_Proveedor', REPRESENTATIVES),
  ),
  'organos.csv': once(() => written('Cargo|Tipo_Documento|Nro_Documento|Nombre_RazonSocial|Ruc_Proveedor', BOARDS)),
}

const json = (value: unknown): PretendReply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const MISSING: PretendReply = { status: 404, body: 'No existe' }

const listing = (page: string, start: number): PretendReply => {
  const titles = PAGES[page]
  if (!titles) return MISSING
  const results = titles.slice(start, start + LISTED_AT_ONCE).map((title) => ({
    ...{ id: `att${title.length}`, type: 'attachment', title },
    _links: { download: `/download/attachments/${page}/${title}?version=1&modificationDate=1790000000000&api=v2` },
  }))
  const following = start + LISTED_AT_ONCE
  const next = `/rest/api/content/${page}/child/attachment?limit=50&start=${following}`
  return json({
    results,
    size: results.length,
    _links: { context: '/wiki', ...(following < titles.length && { next }) },
  })
}

/** The procurement agency's wiki: files by a listing, each behind an address that is soon no longer valid. */
const openWiki = () => {
  const signed = new Map<string, { title: string; uses: number }>()
  let serial = 0

  const sign = ({ headers }: PretendRequest, title: string): PretendReply => {
    if (!FILES[title]) return MISSING
    const token = `t${++serial}`
    signed.set(token, { title, uses: USES })
    return { status: 302, headers: { location: `http://${headers.host}/file/${token}` }, body: '' }
  }

  const send = (request: PretendRequest, token: string): PretendReply => {
    const found = signed.get(token)
    const file = found && FILES[found.title]
    if (!found || !file || found.uses-- <= 0) return { status: 403, body: 'Request has expired' }
    return serveTagged(request, file())
  }

  return (request: PretendRequest): PretendReply => {
    const { path, query } = request
    const page = /^\/wiki\/rest\/api\/content\/([0-9]+)\/child\/attachment$/.exec(path)?.[1]
    if (page) return listing(page, Number(query.get('start') ?? 0))
    const title = /^\/wiki\/download\/attachments\/[0-9]+\/([^/]+)$/.exec(path)?.[1]
    if (title) return sign(request, title)
    const token = /^\/file\/([^/]+)$/.exec(path)?.[1]
    return token ? send(request, token) : MISSING
  }
}

const login: PretendReply = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html><head><title>Log in with Atlassian account</title></head><body></body></html>',
}

/** The agency's open files. Redesigned, the space is closed: a page to log in, with status 200. */
export const procurementFiles = (): PretendUpstream => ({
  id: 'procurement-files',
  settings: (address) => ({ CHASQUI_PROCUREMENT_FILES_URL: `${address}/wiki` }),
  handle: openWiki(),
  faults: { redesigned: () => login },
})
