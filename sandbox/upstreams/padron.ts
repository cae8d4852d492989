import { pretendRegister } from '../register/index.ts'
import { type StaticFile, serveFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { zipOf } from '../zip.ts'

const PUBLISHED = new Date('2026-11-14T07:38:00Z')
const PERIOD = '202610'

const zipped = (name: string, text: () => Buffer): (() => StaticFile) => {
  let file: StaticFile | undefined
  return () => {
    file ??= { contentType: 'application/zip', lastModified: PUBLISHED, body: zipOf(name, text(), PUBLISHED) }
    return file
  }
}

const FILES: Record<string, () => StaticFile> = {
  '/padron_reducido_ruc.zip': zipped('padron_reducido_ruc.txt', () => pretendRegister().text()),
  [`/sites/default/files/PadronRUC_${PERIOD}.zip`]: zipped(`PadronRUC_${PERIOD}.csv`, () =>
    pretendRegister().openDataText(PERIOD),
  ),
}

/** The tax authority's download server: the register and the open-data file that adds the taxpayer's type. */
export const padron: PretendUpstream = {
  id: 'padron',
  settings: (address) => ({
    CHASQUI_PADRON_URL: `${address}/padron_reducido_ruc.zip`,
    CHASQUI_PADRON_TIPOS_URL: `${address}/sites/default/files/PadronRUC_${PERIOD}.zip`,
  }),
  handle: (request) => {
    const file = FILES[request.path]
    return file ? serveFile(request, file()) : { status: 404, body: 'Not Found' }
  },
}
