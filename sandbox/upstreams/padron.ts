import { addDays } from '../calendar.ts'
import { pretendRegister } from '../register/index.ts'
import { type StaticFile, serveFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { zipOf } from '../zip.ts'

const REGISTER_PATH = '/padron_reducido_ruc.zip'
const OPEN_DATA_PATH = '/sites/default/files/PadronRUC.zip'

/** The tax authority's download server: a new register every morning, and the open-data file that adds `tipo`. */
export const pretendPadron = (today: () => string): PretendUpstream => {
  // Yesterday's: this morning's may still lie ahead.
  const published = (): Date => new Date(`${addDays(today(), -1)}T07:38:00Z`)
  const period = (): string => published().toISOString().slice(0, 7).replace('-', '')
  const files: Record<string, () => StaticFile> = {
    [REGISTER_PATH]: keptOfDay(published, () => ['padron_reducido_ruc.txt', pretendRegister().text()]),
    [OPEN_DATA_PATH]: keptOfDay(published, () => [
      `PadronRUC_${period()}.csv`,
      pretendRegister().openDataText(period()),
    ]),
  }
  return {
    id: 'padron',
    settings: (address) => ({
      CHASQUI_PADRON_URL: `${address}${REGISTER_PATH}`,
      CHASQUI_PADRON_TIPOS_URL: `${address}${OPEN_DATA_PATH}`,
    }),
    handle: (request) => {
      const file = files[request.path]
      return file ? serveFile(request, file()) : { status: 404, body: 'Not Found' }
    },
  }
}

/** A zip made when it is first asked for, and again when another day's is due. */
const keptOfDay = (published: () => Date, content: () => [name: string, text: Buffer]): (() => StaticFile) => {
  let kept: StaticFile | undefined
  return () => {
    const lastModified = published()
    if (kept?.lastModified.getTime() !== lastModified.getTime()) {
      kept = { contentType: 'application/zip', lastModified, body: zipOf(...content(), lastModified) }
    }
    return kept as StaticFile
  }
}
