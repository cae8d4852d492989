import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useKey } from '../keys.ts'

export interface Column<Row> {
  head: string
  cell(row: Row): ComponentChildren
  /** Figures stand at the right, one below the other. */
  isFigure?: boolean
  /** Texts of a closed set: their words are never broken, however narrow the column is. */
  isWords?: boolean
  /** The column that opens a row. */
  opens?: boolean
  /** The name of what opens a row, for ears, where the cell alone is not distinct. */
  spoken?(row: Row): string
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row, at: number): string
  onOpen?(row: Row, at: number): void
  classOf?(row: Row): string | undefined
  /** The row that gets the focus when the table appears, after something of it was open. */
  focusAt?: number | undefined
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * A table for eyes, ears and keys: arrows, j and k move from row to row, Enter opens one. On a narrow screen each row
 * is a block with its heads beside the values.
 */
export const Table = <Row,>({ caption, columns, rows, keyOf, onOpen, classOf, focusAt }: TableProps<Row>) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const targetsNow = (): HTMLElement[] => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  // From anywhere on the page into its first table.
  useKey('j', () => document.querySelector('.table') === body.current?.parentElement && targetsNow()[0]?.focus())
  useLayoutEffect(() => {
    if (focusAt !== undefined) targetsNow()[focusAt]?.focus()
  }, [focusAt])
  const move = (event: KeyboardEvent): void => {
    const targets = targetsNow()
    const at = targets.indexOf(document.activeElement as HTMLElement)
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? targets.length - 1 : at + (STEPS[event.key] ?? 0)
    if (next === at || at < 0 || !targets[next]) return
    event.preventDefault()
    targets[next].focus()
  }
  const content = (column: Column<Row>, row: Row, at: number): ComponentChildren =>
    onOpen && column.opens ? (
      <button type="button" class="row-open" data-row aria-label={column.spoken?.(row)} onClick={() => onOpen(row, at)}>
        {column.cell(row)}
      </button>
    ) : (
      column.cell(row)
    )
  return (
    <table class={onOpen ? 'table table-opens' : 'table'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, isFigure }) => (
            <th key={head} scope="col" class={isFigure ? 'figure' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={move}>
        {rows.map((row, at) => (
          <tr
            key={keyOf(row, at)}
            class={classOf?.(row)}
            {...(!onOpen && { 'data-row': true, tabIndex: at === 0 ? 0 : -1 })}
          >
            {columns.map((column) => (
              <td key={column.head} data-head={column.head} class={classNameOf(column)}>
                {content(column, row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const classNameOf = <Row,>({ isFigure, isWords }: Column<Row>): string | undefined =>
  isFigure ? 'figure' : isWords ? 'words' : undefined
