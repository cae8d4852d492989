import { type StaticFile, serveFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { addDays, limaToday } from '../world/calendar.ts'
import { pretendRegister } from '../world/register/index.ts'
import { zipOf } from '../zip.ts'

const REGISTER_PATH = '/padron_reducido_ruc.zip'
const BRANCHES_PATH = '/descargaPRR/padron_reducido_local_anexo.zip'
const OPEN_DATA_PATH = '/sites/default/files/PadronRUC.zip'

/** The tax authority's download server: a new register every morning, and the open-data file that adds `tipo`. */
export const padron: PretendUpstream = {
  id: 'padron',
  settings: (address) => ({
    CHASQUI_PADRON_URL: `${address}${REGISTER_PATH}`,
    CHASQUI_PADRON_TIPOS_URL: `${address}${OPEN_DATA_PATH}`,
    CHASQUI_BRANCHES_URL: `${address}${BRANCHES_PATH}`,
  }),
  handle: async (request, today = limaToday()) => {
    const content = FILES[request.path]
    return content ? serveFile(request, await fileOf(content, today)) : { status: 404, body: 'Not Found' }
  },
}

type Content = (period: string) => [name: string, text: Buffer]

const FILES: Record<string, Content> = {
  [REGISTER_PATH]: () => ['padron_reducido_ruc.txt', pretendRegister().text()],
  [BRANCHES_PATH]: () => ['padron_reducido_local_anexo.txt', pretendRegister().branchesText()],
  [OPEN_DATA_PATH]: (period) => [`PadronRUC_${period}.csv`, pretendRegister().openDataText(period)],
}

const cache = new Map<Content, { day: string; file: Promise<StaticFile> }>()

/** The zip of a day, made on first use. */
const fileOf = (content: Content, today: string): Promise<StaticFile> => {
  // Yesterday's file: today's may not be published yet.
  const day = addDays(today, -1)
  const cached = cache.get(content)
  if (cached?.day === day) return cached.file
  const file = zipFileOf(content, new Date(`${day}T07:38:00Z`))
  cache.set(content, { day, file })
  return file
}

const zipFileOf = async (content: Content, lastModified: Date): Promise<StaticFile> => {
  const [name, text] = content(lastModified.toISOString().slice(0, 7).replace('-', ''))
  return { contentType: 'application/zip', lastModified, body: await zipOf(name, text, lastModified) }
}
