import type { ExportedFine, ExportedSanction } from '../world/procurement-samples.ts'

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

/**
 * Writes the export in the irregular ways of the real one: tags in any case, closed or not, letters as entities or not.
 * `random` decides each of them.
 */
export const renderExport = (
  sanctions: readonly ExportedSanction[],
  fines: readonly ExportedFine[],
  random: () => number,
  header: readonly string[] = SANCTION_HEADER,
): string => {
  const writer = new TableWriter(random)
  const title = '<p align=center><FONT size=2>Relaci&oacute;n de proveedores sancionados</FONT></p>\n'
  const disqualified = writer.table(header, sanctions.map(sanctionCells))
  const fined = writer.table(FINE_HEADER, fines.map(fineCells))
  return `<html><body>\n${title}${disqualified}<br>\n${fined}</body></html>\n`
}

const sanctionCells = (one: ExportedSanction, i: number): string[] => [
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
]

const fineCells = (one: ExportedFine, i: number): string[] => [
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
]

class TableWriter {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
    const parts = ['<table border=1 bordercolor=#000000 CELLPADDING=0 CELLSPACING=0 width=100%>\n']
    if (this.#chance(0.5)) parts.push(this.#decoration(titles.length))
    parts.push(this.#row(titles))
    for (const cells of rows) {
      parts.push(this.#row(cells))
      if (this.#chance(0.02)) parts.push(this.#row(titles))
      if (this.#chance(0.02)) parts.push(this.#decoration(titles.length))
    }
    return `${parts.join('')}</${this.#cased('table')}>\n`
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #cased(tag: string): string {
    if (this.#chance(0.3)) return tag.toUpperCase()
    return this.#chance(0.2) ? tag[0]?.toUpperCase() + tag.slice(1) : tag
  }

  #padding(): string {
    if (this.#chance(0.3)) return '&nbsp;'
    if (this.#chance(0.3)) return ' '
    return this.#chance(0.1) ? '\r\n   ' : ''
  }

  #letters(text: string): string {
    return text
      .replaceAll('&', () => (this.#chance(0.5) ? '&amp;' : '&'))
      .replace(/[ÁÉÍÓÚÑáéíóúñü°]/g, (letter) => (this.#chance(0.5) ? (ENTITIES[letter] ?? letter) : letter))
      .replaceAll('\n', () => `<${this.#cased('br')}${this.#chance(0.2) ? ' /' : ''}>`)
  }

  #cell(text: string): string {
    const open = `<${this.#cased('td')}${this.#chance(0.2) ? ' height="20"' : this.#chance(0.2) ? ' align=center' : ''}>`
    const close = this.#chance(0.4) ? `</${this.#cased('td')}>` : ''
    if (text === '') return `${open}${this.#chance(0.7) ? '&nbsp;' : ''}${close}`
    const inner = `${this.#padding()}${this.#letters(text)}${this.#padding()}`
    if (this.#chance(0.1)) return `${open}${inner}${close}`
    const font = `<${this.#cased('font')} face=Arial size=1>${inner}${this.#chance(0.9) ? `</${this.#cased('font')}>` : ''}`
    return `${open}${font}${this.#padding()}${close}`
  }

  #row(cells: readonly string[]): string {
    const open = `<${this.#cased('tr')}${this.#chance(0.2) ? ' bgcolor=#F9AF42' : ''}>`
    const written = cells.map((cell) => this.#cell(cell)).join(this.#chance(0.2) ? '\n  ' : '')
    return `${open}${written}${this.#chance(0.8) ? `</${this.#cased('tr')}>` : ''}\n`
  }

  #decoration(columns: number): string {
    return this.#chance(0.5)
      ? `<tr><td colspan=${columns} align=center><B>TRIBUNAL DE CONTRATACIONES PUBLICAS</B></td></tr>\n`
      : `<TR height=5><TD>&nbsp;</TD></TR>\n`
  }
}
