import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const START = '<!-- register figures: written by `npm run bench -- register` -->'
const END = '<!-- end of register figures -->'

const verdict = ({ limit, holds }: Figure): string => (limit === undefined ? '' : `${limit}${holds ? '' : ' (missed)'}`)

export const printFigures = (rows: number, figures: readonly Figure[]): void => {
  const table = new Table({ head: [`register, ${rows} rows`, 'measured', 'limit'], style: { head: [], border: [] } })
  for (const figure of figures) table.push([figure.what, figure.value, verdict(figure)])
  console.log(table.toString())
}

/** Puts the figures between their markers in docs/performance.md and leaves the rest of the page alone. */
export const writeFigures = (rows: number, figures: readonly Figure[]): void => {
  mkdirSync(dirname(PAGE), { recursive: true })
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : `# Performance\n\n${START}\n${END}\n`
  const [before = '', after = ''] = page.includes(START)
    ? [page.split(START)[0], page.split(END)[1]]
    : [`${page}\n`, '\n']
  writeFileSync(PAGE, `${before}${START}\n${markdown(rows, figures)}${END}${after}`)
}

const markdown = (rows: number, figures: readonly Figure[]): string => {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
  const lines = figures.map((figure) => `| ${figure.what.trim()} | ${figure.value} | ${verdict(figure)} |`)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const head = `The register, ${rows.toLocaleString('en')} made-up rows, ${machine}, load ${load} at the end. One run, same data.`
  return `\n${head}\n\n| | Measured | Limit |\n|---|---|---|\n${lines.join('\n')}\n\n`
}
