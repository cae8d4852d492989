import Table from 'cli-table3'

export interface Figure {
  what: string
  value: string
  limit?: string
  holds?: boolean
}

/** Stands in for the facts of an edition where nothing of them is measured. */
export const FACTS = { edicion: '2026-11-15', filas: 0, sha256: '', cargado: '' }

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const verdict = ({ limit, holds }: Figure): string => (limit === undefined ? '' : `${limit}${holds ? '' : ' (missed)'}`)

export const printFigures = (rows: number, figures: readonly Figure[]): void => {
  const table = new Table({ head: [`register, ${rows} rows`, 'measured', 'limit'], style: { head: [], border: [] } })
  for (const figure of figures) table.push([figure.what, figure.value, verdict(figure)])
  console.log(table.toString())
}
