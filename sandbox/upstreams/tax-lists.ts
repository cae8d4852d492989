import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type StaticFile, serveFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { addDays, limaToday } from '../world/calendar.ts'
import { zipOf } from '../zip.ts'

const SSCO_PATH = '/padronesnotificaciones/ssco/sujesincapacidadOperativa.xlsx'

/** The rows of the four texts. Names are not read by anybody, but quotes in them must do no harm. */
const AGENTS: Record<string, readonly string[]> = {
  '/descarga/AgentRet/AgenRet_TXT.zip': [
    '20000000125|COMERCIAL EJEMPLO "LIMA" S.A.C.|01/02/2003|RS R.S.010-2003|',
    "20000009459|'CONSTRUCTORA ÑAUPARI & HIJOS S.R.L.|01/06/2012|RS R.S.096-2012|",
  ],
  '/descarga/AgentRet/AgenPercVI_TXT.zip': ['20000003451|EJEMPLOS DEL SUR E.I.R.L.|01/09/2016|RS R.S.180-2016|'],
  '/descarga/AgentRet/AgenPerc_TXT.zip': ['20000009459|CONSTRUCTORA ÑAUPARI|01/11/2012|RS R.S.228-2012|'],
  '/descarga/BueCont/BueCont_TXT.zip': ['20000000125|COMERCIAL EJEMPLO|01/07/2008|RS R.S.111-2008|'],
}

const SSCO_HEADINGS = [
  'RUC',
  'Razón social',
  'Domicilio fiscal',
  'Resolución de atribución como SSCO',
  'Fecha de emisión de la resolución de atribución',
  'Fecha en la que la resolución de atribución quedó firme',
  'RUC o documento de identidad del representante legal (1)',
  'Apellidos y nombres del representante legal',
  'Fecha de publicación (2)',
]
const SSCO_ROWS = [
  [
    ...['20000006786', 'TALLERES LA PAUSA S.R.L.', 'AV. EJEMPLO NRO. 1 LIMA - LIMA - LIMA'],
    ...['Resolución de Intendencia N.º 024-024-0000001/SUNAT', '10/06/2026', '08/07/2026'],
    ...['DNI: 00000000', 'PERSONA INVENTADA', '31/07/2026'],
  ],
]

/** The tax authority's small registers: agents, good taxpayers, and subjects without operating capacity. */
export const taxLists: PretendUpstream = {
  id: 'tax-lists',
  settings: (address) => ({
    CHASQUI_TAX_LISTS_URL: `${address}/descarga`,
    CHASQUI_SSCO_URL: `${address}${SSCO_PATH}`,
  }),
  handle: async (request, today = limaToday()) => {
    const file = await fileAt(request.path, new Date(`${addDays(today, -1)}T08:00:00Z`))
    return file ? serveFile(request, file) : { status: 404, body: 'Not Found' }
  },
}

const fileAt = async (path: string, lastModified: Date): Promise<StaticFile | null> => {
  const rows = AGENTS[path]
  if (rows) {
    // Lines end in CR alone, as the publisher writes them.
    const text = ['Ruc|Nombre/Razon|A partir del|Resolucion|', ...rows, ''].join('\r')
    const name = path.replace(/.*\//, '').replace('.zip', '.txt')
    const body = await zipOf(name, Buffer.from(text, 'latin1'), lastModified)
    return { contentType: 'application/zip', lastModified, body }
  }
  if (path !== SSCO_PATH) return null
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { contentType, lastModified, body: await workbookOf([SSCO_HEADINGS, ...SSCO_ROWS], lastModified) }
}

/** A workbook of one sheet with texts. */
const workbookOf = (rows: readonly (readonly string[])[], mtime: Date): Promise<Buffer> => {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (text: string, row: number, column: number): string =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const sheet = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cell(text, row, column)).join('')}</row>`)
    .join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name, { mtime })
  zip.end()
  return buffer(zip.outputStream)
}
