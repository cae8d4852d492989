import { addDays, limaToday } from '../calendar.ts'
import { pretendRegister } from '../register/index.ts'
import { type StaticFile, serveFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { zipOf } from '../zip.ts'

const REGISTER_PATH = '/padron_reducido_ruc.zip'
const OPEN_DATA_PATH = '/sites/default/files/PadronRUC.zip'

/** The tax authority's download server: a new register every morning, and the open-data file that adds `tipo`. */
export const padron: PretendUpstream = {
  id: 'padron',
  settings: (address) => ({
    CHASQUI_PADRON_URL: `${address}${REGISTER_PATH}`,
    CHASQUI_PADRON_TIPOS_URL: `${address}${OPEN_DATA_PATH}`,
  }),
  handle: (request, today = limaToday()) => {
    const file = FILES[request.path]
    return file ? serveFile(request, fileOf(file, today)) : { status: 404, body: 'Not Found' }
  },
}

type Content = (period: string) => [name: string, text: Buffer]

const FILES: Record<string, Content> = {
  [REGISTER_PATH]: () => ['padron_reducido_ruc.txt', pretendRegister().text()],
  [OPEN_DATA_PATH]: (period) => [`PadronRUC_${period}.csv`, pretendRegister().openDataText(period)],
}

const kept = new Map<Content, StaticFile>()

/** A zip made when it is first asked for, and again when another day's is due. */
const fileOf = (content: Content, today: string): StaticFile => {
  // Yesterday's: this morning's may still lie ahead.
  const lastModified = new Date(`${addDays(today, -1)}T07:38:00Z`)
  let file = kept.get(content)
  if (file?.lastModified.getTime() !== lastModified.getTime()) {
    const period = lastModified.toISOString().slice(0, 7).replace('-', '')
    file = { contentType: 'application/zip', lastModified, body: zipOf(...content(period), lastModified) }
    kept.set(content, file)
  }
  return file
}
