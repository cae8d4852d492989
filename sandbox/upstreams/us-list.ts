import { once } from '../once.ts'
import { serveTagged, type TaggedFile, taggedFile } from '../static-file.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { inventFacts } from '../world/listed-facts.ts'
import { inventParties, type PretendParty } from '../world/listed-parties.ts'
import { US_SAMPLES } from '../world/screening-samples.ts'

const EXPORTS = '/api/PublicationPreview/exports'
const PUBLICATION = '/Published/4711/2026-11-12/4711'
const PUBLISHED = 'Thu, 12 Nov 2026 14:30:00 GMT'
const SDN = 1_600
const CONSOLIDATED = 240
const SHARED = 40
const REMARKS_WIDTH = 1_000
const SHIP_COLUMNS = 6

// How the publisher writes an empty column, with the space.
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
      quoted(party.title ?? ''),
      ...Array.from({ length: SHIP_COLUMNS }, (_, at) => quoted(party.ship?.[at] ?? '')),
      quoted(remarksOf(party).slice(0, REMARKS_WIDTH)),
    ]),
  )
const alternate = (parties: readonly PretendParty[]): string =>
  csv(
    parties.flatMap(({ entry, aliases }) =>
      aliases.map((alias, at) => [String(entry), String(entry * 10 + at), '"aka"', quoted(alias), NONE]),
    ),
  )
// An entry without addresses has an empty row all the same.
const address = (parties: readonly PretendParty[]): string =>
  csv(
    parties.flatMap(({ entry, addresses = [] }) =>
      (addresses.length > 0 ? addresses : [{ street: '', city: '', country: '' }]).map(
        ({ street, city, country }, at) => [
          String(entry),
          String(entry * 10 + at),
          quoted(street),
          quoted(city),
          quoted(country),
          NONE,
        ],
      ),
    ),
  )
const comments = (parties: readonly PretendParty[]): string =>
  csv(
    parties
      .filter((party) => remarksOf(party).length > REMARKS_WIDTH)
      .map((party) => [String(party.entry), quoted(remarksOf(party).slice(REMARKS_WIDTH))]),
  )

const withFacts = (party: PretendParty): PretendParty => {
  const { remarks, ...facts } = inventFacts(party.entry, party.kind)
  return { ...party, ...facts, remarks: [...party.remarks, ...remarks] }
}

const publish = (): Map<string, TaggedFile> => {
  const sdn = [...inventParties(SDN, 10_000, 20_261_112).map(withFacts), ...US_SAMPLES]
  // Some entries are on both lists, under the same number.
  const both = sdn.slice(0, SHARED).map((party) => ({ ...party, program: 'NS-PLC' }))
  const consolidated = [...both, ...inventParties(CONSOLIDATED, 60_000, 42).map(withFacts)]
  const files = Object.entries({
    'SDN.CSV': primary(sdn),
    'ALT.CSV': alternate(sdn),
    'ADD.CSV': address(sdn),
    'SDN_COMMENTS.CSV': comments(sdn),
    'CONS_PRIM.CSV': primary(consolidated),
    'CONS_ALT.CSV': alternate(consolidated),
    'CONS_ADD.CSV': address(consolidated),
    'CONS_COMMENTS.CSV': comments(consolidated),
  })
  return new Map(files.map(([name, text]) => [name, taggedFile(Buffer.from(text, 'latin1'), 'text/csv', PUBLISHED)]))
}

const published = once(publish)

const handle = (request: PretendRequest): PretendReply => {
  const { path, headers } = request
  if (!headers['user-agent']) return { status: 403, body: 'Forbidden' }
  const name = path.slice(path.lastIndexOf('/') + 1).toUpperCase()
  const file = published().get(name)
  if (!file || !(path.startsWith(EXPORTS) || path.startsWith(PUBLICATION))) return { status: 404, body: 'Not Found' }
  const reply = serveTagged(request, file)
  // The service itself only redirects to the folder of the publication.
  const redirects = path.startsWith(EXPORTS) && reply.status !== 304
  return redirects ? { status: 302, headers: { location: `${PUBLICATION}/${name}` }, body: '' } : reply
}

/** The US Treasury's list service with an invented publication: redirects, ETags, and the format of the real files. */
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
