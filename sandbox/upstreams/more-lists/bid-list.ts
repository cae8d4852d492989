import { once } from '../../once.ts'
import type { PretendUpstream } from '../../upstream.ts'
import { inventParties } from '../../world/listed-parties.ts'
import { BARRED_SAMPLES } from '../../world/more-samples.ts'

const STORE = '/api/action/datastore_search'
const RECORD = '/api/action/resource_show'
const FILE = '/files/download/f5022f04-a3f1-4604-a099-5d562e3a0aa5'
const RESOURCE = 'cd0bd9ac-18c6-44bc-8592-9be468c2efd9'
const LIMIT = 20_000
/** The store gives no more rows at once, whatever the limit. */
const MOST_ROWS = 100

interface Row {
  Title: string
  Entity: string
  Nationality: string
  Country: string
  From: string
  To: string
  'Prohibited Practice': string
  Source: string
  'Tipo de sancion del BID': string
  'IDB Sanction Source': string
  'Other Name': string
}

const rows = once((): Row[] => {
  const invented = inventParties(260, 1, 23).map(
    ({ kind, name, surnames }, at) =>
      [
        ...[kind === 'individual' ? `Mr. ${name} ${surnames}` : name, kind === 'individual' ? 'Individual' : 'Firm'],
        ...['Panama', `20${10 + (at % 15)}-02-09`, at % 3 === 0 ? 'Ongoing' : `20${28 + (at % 9)}-01-12`, 'IDB'],
      ] as unknown as (typeof BARRED_SAMPLES)[0],
  )
  return [...BARRED_SAMPLES, ...invented].map(([title, entity, country, from, to, source]) => ({
    ...{ Title: title, Entity: entity, Nationality: country, Country: ` ${country}`, From: `${from}T00:00` },
    ...{ To: to === 'Ongoing' ? to : `${to} 00:00:00`, 'Prohibited Practice': ' Fraud, Collusion', Source: source },
    'Tipo de sancion del BID': source === 'IDB' ? 'Debarment' : '',
    ...{ 'IDB Sanction Source': source === 'IDB' ? 'SCOM' : '', 'Other Name': '' },
  }))
})

const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** The bank's data store, which gives its rows in pages, and the file behind a wall. */
export const bidList: PretendUpstream = {
  id: 'bid-list',
  settings: (address) => ({ CHASQUI_BID_LIST_URL: `${address}${STORE}?resource_id=${RESOURCE}&limit=${LIMIT}` }),
  handle: ({ path, query, headers: { host } }) => {
    if (path === STORE && query.get('resource_id') === RESOURCE) {
      const offset = Number(query.get('offset') ?? 0)
      const records = rows()
        .slice(offset, offset + MOST_ROWS)
        .map((row, at) => ({ _id: offset + at + 1, ...row, From: row.From.replace('T00:00', ' 00:00:00.000000000') }))
      return json({ success: true, result: { total: rows().length, records } })
    }
    if (path === RECORD) return json({ success: true, result: { id: RESOURCE, url: `http://${host}${FILE}` } })
    if (path === FILE) return { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, body: '' }
    return { status: 404, body: 'Not Found' }
  },
  faults: { redesigned: () => json({ success: true, result: { total: 1, records: [{ _id: 1, Nombre: 'X' }] } }) },
}
