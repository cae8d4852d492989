import { parseSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'

/** One disqualification as the list has it, and what decides whether it is in force. */
export interface ListedSanction extends Sanction {
  /** VIGENTE when the file was made; it decides only where a date cannot be read. */
  vigente: boolean
  /** False when `desde`, or a `hasta` that is there, is no date. */
  fechado: boolean
}

export interface RowCounts {
  multas: number
  repetidas: number
  /** Rows of the disqualification table that could not be read. */
  rotas: number
}

type Section = 'disqualification' | 'fine' | 'unknown'
type Field =
  | 'numero'
  | 'razonSocial'
  | 'ruc'
  | 'resolucion'
  | 'periodo'
  | 'desde'
  | 'hasta'
  | 'infraccion'
  | 'otra'
  | 'estado'

const FIELD_OF_HEADER: Record<string, Field> = {
  '#': 'numero',
  N: 'numero',
  'RAZON SOCIAL': 'razonSocial',
  'NOMBRE O RAZON SOCIAL': 'razonSocial',
  RUC: 'ruc',
  RESOLUCION: 'resolucion',
  'PERIODO DE INHABILITACION': 'periodo',
  DESDE: 'desde',
  HASTA: 'hasta',
  INFRACCION: 'infraccion',
  'OTRA INFRACCION': 'otra',
  ESTADO: 'estado',
}
const NEEDED: readonly Field[] = ['razonSocial', 'ruc', 'resolucion', 'periodo', 'desde', 'hasta', 'estado']

interface Columns {
  section: Section
  width: number
  at: Partial<Record<Field, number>>
}

const headerText = (cell: string): string =>
  stripAccents(cell)
    .replace(/[.:°º*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The columns a header row announces, or null when the row is none. */
const readHeader = (cells: string[]): Columns | null => {
  const titles = cells.map(headerText)
  if (!titles.includes('RUC') || !titles.some((title) => FIELD_OF_HEADER[title] === 'razonSocial')) return null
  const at: Columns['at'] = {}
  for (const [index, title] of titles.entries()) {
    const field = FIELD_OF_HEADER[title]
    if (field) at[field] ??= index
  }
  const fine = titles.some((title) => title.startsWith('MONTO DE MULTA') || title.startsWith('MULTA'))
  const complete = NEEDED.every((field) => at[field] !== undefined)
  const width = titles.findLastIndex((title) => title !== '') + 1
  return { section: fine ? 'fine' : complete ? 'disqualification' : 'unknown', width, at }
}

/** A date as the file prints it, with or without a time behind it; null when it cannot be read. */
const readDate = (text: string): string | null => parseSlashDate(text.split(' ')[0]?.replaceAll('-', '/') ?? '')

// A dash, or dots, where a value is missing.
const isBlank = (text: string): boolean => /^[-–—.\s]*$/.test(text)

/** Takes the file's rows one by one, in their order, and keeps the disqualifications. */
export const collectSanctions = () => {
  const sanctions: ListedSanction[] = []
  const counts: RowCounts = { multas: 0, repetidas: 0, rotas: 0 }
  const sections = new Set<Section>()
  const keys = new Set<string>()
  // A few thousand rows share a few dozen texts; one copy of each is enough.
  const texts = new Map<string, string>()
  let columns: Columns | null = null

  const shared = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }

  const keep = (sanction: ListedSanction, rawDesde: string) => {
    // Suppliers without a number of their own are told apart by their names.
    const who = /^[0-9]{8,}$/.test(sanction.ruc)
      ? sanction.ruc
      : `${sanction.ruc} ${stripAccents(sanction.razonSocial)}`
    const key = `${who}\n${sanction.resolucion.toUpperCase()}\n${sanction.desde || rawDesde}`
    if (keys.has(key)) counts.repetidas++
    else sanctions.push(sanction)
    keys.add(key)
  }

  const readSanction = (cells: string[], { at, width }: Columns) => {
    const cell = (field: Field): string => cells[at[field] ?? -1] ?? ''
    const razonSocial = cell('razonSocial')
    const looksNumbered = at.numero !== undefined && /^[0-9.,]+$/.test(cell('numero'))
    const isData = !isBlank(razonSocial) && !isBlank(cell('resolucion') + cell('desde'))
    const shifted = cells.length < width || cells.slice(width).some((extra) => extra !== '')
    if (!isData || shifted) {
      if (looksNumbered) counts.rotas++
      return
    }
    const desde = readDate(cell('desde'))
    const hastaBlank = isBlank(cell('hasta'))
    const hasta = readDate(cell('hasta'))
    const infraccion = isBlank(cell('infraccion')) ? cell('otra') : cell('infraccion')
    keep(
      {
        ruc: isBlank(cell('ruc')) ? '' : cell('ruc'),
        razonSocial,
        tipo: /DEFINITIV/i.test(cell('periodo')) ? 'Definitivo' : 'Temporal',
        resolucion: cell('resolucion'),
        periodo: shared(cell('periodo')),
        desde: desde ?? '',
        hasta: hasta ?? '',
        infraccion: isBlank(infraccion) ? '' : shared(infraccion),
        vigente: stripAccents(cell('estado')) === 'VIGENTE',
        fechado: desde !== null && (hastaBlank || hasta !== null),
      },
      cell('desde'),
    )
  }

  return {
    add(cells: string[]) {
      const header = readHeader(cells)
      if (header) {
        columns = header
        sections.add(header.section)
      } else if (columns?.section === 'disqualification') readSanction(cells, columns)
      else if (
        columns?.section === 'fine' &&
        cells.length >= columns.width &&
        !isBlank(cells[columns.at.razonSocial ?? 0] ?? '')
      )
        counts.multas++
    },
    result: () => ({ sanctions, counts, sections }),
  }
}
