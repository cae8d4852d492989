import { byListDataset, listRow } from '../../domain/lists.ts'
import type { BatchKind } from '../../domain/records.ts'
import { POLITICA } from '../../domain/screening/politica.ts'
import type { PurchaseCause } from '../../domain/voucher.ts'
import { type CellValue, dateSerial } from '../../kernel/workbook/cells.ts'
import type { StyleName } from '../../kernel/workbook/styles.ts'
import { CAUSE_WORDS, type PurchaseTotals } from '../check/purchase-totals.ts'
import { isBadCondition, isBadStatus, type ResultColumn } from '../check/results.ts'
import type { Row } from '../table.ts'

/** What is known of a review beside its rows. */
export interface ReviewFacts {
  tipo: BatchKind
  /** The name of the file. */
  archivo?: string | null | undefined
  /** Who asked for it: a person, a key. */
  quien?: string | null | undefined
  /** The name of the account. */
  cuenta?: string | null | undefined
  receivedAtMs?: number | undefined
  doneAtMs: number
  /** The rules of the matcher, where it was asked. */
  politica?: string | undefined
  /** Of purchases; whole once all rows are written. */
  compras?: PurchaseTotals | undefined
}

/** The rules of the matcher, for kinds of batch that ask it. */
export const politicaOf = (kind: BatchKind): string | undefined =>
  kind === 'aml' || kind === 'proveedor' ? POLITICA : undefined

const KINDS: Readonly<Record<BatchKind, string>> = {
  aml: 'Listas de sanciones',
  sanciones: 'Lista de inhabilitados',
  ruc: 'Padrón',
  proveedor: 'Proveedor completo: padrón, padrones tributarios, inhabilitaciones y listas de sanciones',
  compras: 'Compras: el proveedor en la fecha de emisión de cada comprobante',
  vigilados: 'Vigilados',
}

const LISTS: Readonly<Record<string, string>> = {
  ...byListDataset((id) => `Lista ${listRow(id).short}, ${listRow(id).publisher}`),
  sanciones: 'Lista de inhabilitados, Tribunal de Contrataciones',
  judiciales: 'Órdenes judiciales, OECE',
  vinculados: 'Socios, representantes y órganos de proveedores, OECE',
  padron: 'Padrón, SUNAT',
  agentes: 'Padrones de agentes, SUNAT',
  ssco: 'Sujetos sin capacidad operativa, SUNAT',
}

/** A line of the sheet, each cell with its style. */
export type SummaryLine = readonly (readonly [value: CellValue, style: StyleName])[]

/** Reasons of one kind differ in names and numbers; so many kinds are told apart. */
const MOST_REASONS = 200
const OTHER_REASONS = 'Otros motivos'
const MOST_REASON_CHARACTERS = 300

/** Lima has no daylight saving time: always five hours behind UTC. */
const LIMA_OFFSET_MS = 5 * 3_600_000
const limaMoment = (ms: number): number | null =>
  dateSerial(new Date(ms - LIMA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' '))

const NOT_ACTIVE = 'Estado distinto de ACTIVO'
const NOT_FOUND = 'NO HABIDO o NO HALLADO'
const OTHER_NAME = 'El nombre del archivo no es el del padrón'
const NO_CAPACITY = 'Sujeto sin capacidad operativa (SSCO)'

/** Counts rows as they are written, for the sheet that tells what the review was. */
export const resultSummary = (added: readonly ResultColumn[], width: number) => {
  const [verdicts, editions, reasons] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  const hasTaxLists = added.includes('padrones')
  const marks = new Map(
    [NOT_ACTIVE, NOT_FOUND, OTHER_NAME, ...(hasTaxLists ? [NO_CAPACITY] : [])].map((one) => [one, 0]),
  )
  const at = (column: ResultColumn): number => width + added.indexOf(column)
  const hasRegister = added.includes('estado')
  const [verdictAt, editionsAt, reasonAt] = [at('resultado'), at('ediciones'), at('motivo')]
  const countReason = (motivo: string): void => {
    const kind = motivo
      .replace(/«[^»]*»/g, '«…»')
      .replace(/\d{4,}/g, '…')
      .slice(0, MOST_REASON_CHARACTERS)
    count(reasons, reasons.has(kind) || reasons.size < MOST_REASONS ? kind : OTHER_REASONS)
  }
  return {
    count: (row: Row): void => {
      const verdict = String(row[verdictAt])
      count(verdicts, verdict)
      if (row[editionsAt] !== '') count(editions, String(row[editionsAt]))
      if (verdict === 'no_revisado') countReason(String(row[reasonAt]))
      if (!hasRegister) return
      if (isBadStatus(row[at('estado')])) count(marks, NOT_ACTIVE)
      if (isBadCondition(row[at('condicion')])) count(marks, NOT_FOUND)
      if (row[at('nombreCoincide')] === 'no') count(marks, OTHER_NAME)
      if (hasTaxLists && row[at('padrones')] === 'hallazgo') count(marks, NO_CAPACITY)
    },
    lines: (facts: ReviewFacts): SummaryLine[] => [
      ...factLines(facts),
      ...section('Resultado', 'Filas', largestFirst(verdicts)),
      ...purchaseLines(facts.compras),
      ...(hasRegister ? section('Padrón', 'Filas', [...marks]) : []),
      ...editionLines(editions),
      ...section('Motivo por el que no se revisó', 'Filas', largestFirst(reasons)),
    ],
  }
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

const largestFirst = (counts: ReadonlyMap<string, number>) => [...counts].sort(([, a], [, b]) => b - a)

const factLines = ({ tipo, archivo, quien, cuenta, receivedAtMs, doneAtMs, politica }: ReviewFacts): SummaryLine[] => {
  const told: (readonly [string, CellValue, StyleName])[] = [
    ['Archivo', archivo, 'text'],
    ['Qué se revisó', KINDS[tipo], 'text'],
    ['Quién lo pidió', quien, 'text'],
    ['Cuenta', cuenta, 'text'],
    ['Recibido (hora de Lima)', receivedAtMs === undefined ? null : limaMoment(receivedAtMs), 'moment'],
    ['Revisado (hora de Lima)', limaMoment(doneAtMs), 'moment'],
    ['Reglas de comparación', politica, 'text'],
  ]
  return [
    ...told
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(
        ([label, value, style]): SummaryLine => [
          [label, 'label'],
          [value, style],
        ],
      ),
    [],
    [['Una fila «no_revisado» no está descartada: no significa que no tenga coincidencias.', 'text']],
  ]
}

const section = (title: string, head: string, counts: readonly (readonly [string, number])[]): SummaryLine[] =>
  counts.length === 0
    ? []
    : [
        [],
        [
          [title, 'header'],
          [head, 'header'],
        ],
        ...counts.map(
          ([name, rows]): SummaryLine => [
            [name, 'long'],
            [rows, 'count'],
          ],
        ),
      ]

/** Observed purchases by cause, and what they amount to. */
const purchaseLines = (totals: PurchaseTotals | undefined): SummaryLine[] => {
  if (!totals || totals.observadas === 0) return []
  const causes = Object.entries(totals.porCausa).map(
    ([causa, rows]) => [CAUSE_WORDS[causa as PurchaseCause], rows] as const,
  )
  const amounts = Object.entries(totals.montos).map(([moneda, cents]): SummaryLine => {
    return [
      [`Importe de los comprobantes observados${moneda && `, ${moneda}`}`, 'long'],
      [cents / 100, 'plain'],
    ]
  })
  const without = totals.sinMonto > 0 ? [['Filas observadas sin importe legible', totals.sinMonto] as const] : []
  return [...section('Observadas por causa', 'Filas', [...causes, ...without]), ...amounts]
}

/** Each list's editions with their dates, and how many rows each has answered. */
const editionLines = (texts: ReadonlyMap<string, number>): SummaryLine[] => {
  const rows = new Map<string, number>()
  for (const [text, answered] of texts)
    for (const one of text.split('; ')) rows.set(one, (rows.get(one) ?? 0) + answered)
  if (rows.size === 0) return []
  const known = Object.keys(LISTS)
  const sorted = [...rows].sort(
    ([a], [b]) =>
      known.indexOf(a.split(' ')[0] as string) - known.indexOf(b.split(' ')[0] as string) || (a < b ? -1 : 1),
  )
  return [
    [],
    [
      ['Lista', 'header'],
      ['Edición', 'header'],
      ['Filas', 'header'],
    ],
    ...sorted.map(([text, answered]): SummaryLine => {
      const [list = '', ...edition] = text.split(' ')
      const told = edition.join(' ')
      return [
        [LISTS[list] ?? list, 'text'],
        [dateSerial(told) ?? told.replace(/(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1'), 'date'],
        [answered, 'count'],
      ]
    }),
  ]
}
