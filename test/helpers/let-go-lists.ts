import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderExport } from '../../sandbox/upstreams/procurement-export.ts'
import { registerLine, registerText, rucOf } from './register-file.ts'
import { publishUnFile, publishUsFiles } from './screening-files.ts'

export const RUC = rucOf('2055555555')
export const COMPANY = 'COMERCIAL INVENTADA'

/** Writes all four lists, each with the edition's number in it, and gives the settings that name them. */
export const publishLists = (folder: string, edition: number): Record<string, string> => {
  const path = (name: string): string => join(folder, name)
  const day = `2026-11-0${edition}`
  writeFileSync(path('padron.txt'), registerText([registerLine(RUC, `${COMPANY} ${edition} S.A.C.`)]))
  publishUsFiles(
    path('us'),
    [{ number: 100, name: `${COMPANY} ${edition}`, kind: '-0- ', program: `P${edition}` }],
    day,
  )
  publishUnFile(path('un.xml'), [['ZZi.001', `${COMPANY} ${edition}`]], day)
  const sanction = {
    ...{ razonSocial: COMPANY, ruc: RUC, resolucion: `000${edition}-2026-TCP-S1`, periodo: 'DEFINITIVO' },
    ...{ desde: '1/2/2026', hasta: '', infraccion: 'x', otra: '', norma: '', estado: 'VIGENTE' },
  }
  writeFileSync(
    path('export.xls'),
    renderExport([sanction], [], () => 0.15),
    'latin1',
  )
  return {
    CHASQUI_PADRON_URL: path('padron.txt'),
    CHASQUI_US_LIST_URL: path('us'),
    CHASQUI_UN_LIST_URL: path('un.xml'),
    CHASQUI_PROCUREMENT_LIST: path('export.xls'),
  }
}
