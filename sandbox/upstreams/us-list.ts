import { createHash } from 'node:crypto'
import { inventParties, type PretendParty } from '../listed-parties.ts'
import { US_SAMPLES } from '../screening-samples.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'

const EXPORTS = '/api/PublicationPreview/exports'
const PUBLICATION = '/Published/4711/2026-11-12/4711'
const PUBLISHED = 'Thu, 12 Nov 2026 14:30:00 GMT'
const SDN = 1_600
const CONSOLIDATED = 240
const SHARED = 40
const REMARKS_WIDTH = 1_000

// The publisher's sign for nothing, with its space.
const NONE = '-0- '
const quoted = (text: string): string => (text === '' ? NONE : `"${text}"`)
// Lines end in CRLF, and the last byte is the end-of-file mark of DOS.
const csv = (rows: readonly string[][]): string => `${rows.map((row) => `${row.join(',')}\r\n`).join('')}\x1a`

const nameOf = ({ surnames, name }: PretendParty): string => (surnames ? `${surnames}, ${name}` : name)
const remarksOf = ({ remarks, weakAliases }: PretendParty): string => {
  const all = [...remarks, ...weakAliases.map((alias) => `a.k.a. '${alias}'`)]
  return all.length === 0 ? '' : `${all.join('; ')}.`
}

const primary = (parties: readonly PretendParty[]): string =>
  csv(
    parties.map((party) => [
      String(party.entry),
      quoted(nameOf(party)),
      party.kind === 'entity' ? NONE : quoted(party.kind),
      quoted(party.program),
      ...Array<string>(7).fill(NONE),
      quoted(remarksOf(party).slice(0, REMARKS_WIDTH)),
    ]),
  )
const alternate = (parties: readonly PretendParty[]): string =>
  csv(
    parties.flatMap(({ entry, aliases }) =>
      aliases.map((alias, at) => [String(entry), String(entry * 10 + at), '"aka"', quoted(alias), NONE]),
    ),
  )
const address = (parties: readonly PretendParty[]): string =>
  csv(parties.map(({ entry }) => [String(entry), String(entry * 10), NONE, NONE, NONE, NONE]))
const comments = (parties: readonly PretendParty[]): string =>
  csv(
    parties
      .filter((party) => remarksOf(party).length > REMARKS_WIDTH)
      .map((party) => [String(party.entry), quoted(remarksOf(party).slice(REMARKS_WIDTH))]),
  )

const publish = (): Map<string, string> => {
  const sdn = [...inventParties(SDN, 10_000, 20_261_112), ...US_SAMPLES]
  // Some entries are on both lists, under the same number.
  const both = sdn.slice(0, SHARED).map((party) => ({ ...party, program: 'NS-PLC' }))
  const consolidated = [...both, ...inventParties(CONSOLIDATED, 60_000, 42)]
  return new Map([
    ['SDN.CSV', primary(sdn)],
    ['ALT.CSV', alternate(sdn)],
    ['ADD.CSV', address(sdn)],
    ['SDN_COMMENTS.CSV', comments(sdn)],
    ['CONS_PRIM.CSV', primary(consolidated)],
    ['CONS_ALT.CSV', alternate(consolidated)],
    ['CONS_ADD.CSV', address(consolidated)],
    ['CONS_COMMENTS.CSV', comments(consolidated)],
  ])
}

let published: Map<string, string> | undefined

const handle = ({ path, headers }: PretendRequest): PretendReply => {
  if (!headers['user-agent']) return { status: 403, body: 'Forbidden' }
  published ??= publish()
  const name = path.slice(path.lastIndexOf('/') + 1).toUpperCase()
  const body = published.get(name)
  if (body === undefined || !(path.startsWith(EXPORTS) || path.startsWith(PUBLICATION)))
    return { status: 404, body: 'Not Found' }
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  const facts = { etag, 'last-modified': PUBLISHED }
  if (headers['if-none-match'] === etag) return { status: 304, headers: facts, body: '' }
  // The service itself only points at the publication's folder.
  if (path.startsWith(EXPORTS)) return { status: 302, headers: { location: `${PUBLICATION}/${name}` }, body: '' }
  return { headers: { ...facts, 'content-type': 'text/csv' }, body: Buffer.from(body, 'latin1') }
}

/** The US Treasury's list service with an invented publication: redirects, tags, every habit of its files. */
export const usList: PretendUpstream = {
  id: 'us-list',
  settings: (address) => ({ CHASQUI_US_LIST_URL: `${address}${EXPORTS}` }),
  handle,
  faults: {
    redesigned: () => ({
      headers: { 'content-type': 'text/csv', etag: '"redesigned"' },
      body: 'uid;name;type\r\n90001;CHUQUIPOMA TARQUILLO;individual\r\n',
    }),
  },
}
