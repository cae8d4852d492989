/** A disqualification as the tribunal's page prints it. A line break in `infraccion` or `otra` becomes `<br>`. */
export interface ExportedSanction {
  razonSocial: string
  ruc: string
  resolucion: string
  periodo: string
  desde: string
  hasta: string
  infraccion: string
  otra: string
  norma: string
  estado: string
}

export interface ExportedFine extends Omit<ExportedSanction, 'periodo'> {
  fecha: string
  monto: string
}

/** A number from 0 to below 1: decides each of the export's whims. */
export type Chance = () => number

const SANCTION_HEADER = [
  '#',
  'Razon Social',
  'RUC',
  'Resolución',
  'Periodo de Inhabilitación',
  'Desde',
  'Hasta',
  'Infracción',
  'Otra Infracción',
  'Norma',
  'Estado',
]
const FINE_HEADER = [
  '#',
  'Razon Social',
  'RUC',
  'Resolución',
  'Fecha de Resolución',
  'Monto de Multa (Soles)',
  'Infracción',
  'Periodo de Suspensión(medida cautelar)',
  'Desde',
  'Hasta',
  'Otra Infracción',
  'Norma',
  'Verificación de pago',
  'Estado',
]

const ENTITIES: Record<string, string> = {
  Á: '&Aacute;',
  É: '&Eacute;',
  Í: '&Iacute;',
  Ó: '&Oacute;',
  Ú: '&Uacute;',
  Ñ: '&Ntilde;',
  á: '&aacute;',
  é: '&eacute;',
  í: '&iacute;',
  ó: '&oacute;',
  ú: '&uacute;',
  ñ: '&ntilde;',
  ü: '&#252;',
  '°': '&deg;',
}

/** Writes the export with the habits of the real one: every way of writing a cell that it is known to use. */
export const renderExport = (
  sanctions: readonly ExportedSanction[],
  fines: readonly ExportedFine[],
  chance: Chance,
  header: readonly string[] = SANCTION_HEADER,
): string => {
  const often = (share: number): boolean => chance() < share
  const cased = (tag: string): string =>
    often(0.3) ? tag.toUpperCase() : often(0.2) ? tag[0]?.toUpperCase() + tag.slice(1) : tag
  const padding = (): string => (often(0.3) ? '&nbsp;' : often(0.3) ? ' ' : often(0.1) ? '\r\n   ' : '')

  const letters = (text: string): string =>
    text
      .replaceAll('&', () => (often(0.5) ? '&amp;' : '&'))
      .replace(/[ÁÉÍÓÚÑáéíóúñü°]/g, (letter) => (often(0.5) ? (ENTITIES[letter] ?? letter) : letter))
      .replaceAll('\n', () => `<${cased('br')}${often(0.2) ? ' /' : ''}>`)

  const cell = (text: string): string => {
    const open = `<${cased('td')}${often(0.2) ? ' height="20"' : often(0.2) ? ' align=center' : ''}>`
    const close = often(0.4) ? `</${cased('td')}>` : ''
    if (text === '') return `${open}${often(0.7) ? '&nbsp;' : ''}${close}`
    const inner = `${padding()}${letters(text)}${padding()}`
    if (often(0.1)) return `${open}${inner}${close}`
    return `${open}<${cased('font')} face=Arial size=1>${inner}${often(0.9) ? `</${cased('font')}>` : ''}${padding()}${close}`
  }

  const row = (cells: readonly string[]): string =>
    `<${cased('tr')}${often(0.2) ? ' bgcolor=#F9AF42' : ''}>${cells.map(cell).join(often(0.2) ? '\n  ' : '')}${often(0.8) ? `</${cased('tr')}>` : ''}\n`

  const decoration = (columns: number): string =>
    often(0.5)
      ? `<tr><td colspan=${columns} align=center><B>TRIBUNAL DE CONTRATACIONES PUBLICAS</B></td></tr>\n`
      : `<TR height=5><TD>&nbsp;</TD></TR>\n`

  const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
    const parts = ['<table border=1 bordercolor=#000000 CELLPADDING=0 CELLSPACING=0 width=100%>\n']
    if (often(0.5)) parts.push(decoration(titles.length))
    parts.push(row(titles))
    for (const cells of rows) {
      parts.push(row(cells))
      if (often(0.02)) parts.push(row(titles))
      if (often(0.02)) parts.push(decoration(titles.length))
    }
    return `${parts.join('')}</${cased('table')}>\n`
  }

  const disqualified = sanctions.map((one, i) => [
    String(i + 1),
    one.razonSocial,
    one.ruc,
    one.resolucion,
    one.periodo,
    one.desde,
    one.hasta,
    one.infraccion,
    one.otra,
    one.norma,
    one.estado,
  ])
  const fined = fines.map((one, i) => [
    String(i + 1),
    one.razonSocial,
    one.ruc,
    one.resolucion,
    one.fecha,
    one.monto,
    one.infraccion,
    '',
    one.desde,
    one.hasta,
    one.otra,
    one.norma,
    'PAGADO',
    one.estado,
  ])
  const title = '<p align=center><FONT size=2>Relaci&oacute;n de proveedores sancionados</FONT></p>\n'
  return `<html><body>\n${title}${table(header, disqualified)}<br>\n${table(FINE_HEADER, fined)}</body></html>\n`
}
