import type uPlot from 'uplot'
import { formatNumber } from '../format.ts'

/** What a chart draws: days in their order, and lines with a value or a gap for each. */
export interface ChartData {
  /** `2026-11-15`. */
  days: readonly string[]
  lines: readonly { name: string; values: readonly (number | null)[] }[]
}

export interface DrawnChart {
  /** Marks a day, as the pointer does. */
  mark(at: number): void
  close(): void
}

interface ChartEvents {
  onPoint(at: number | null): void
  /** The drawing code could not be fetched. */
  onMissing(): void
}

const DAY_SECONDS = 86_400
const [MONTH, YEAR] = [30 * DAY_SECONDS, 365 * DAY_SECONDS]
/** Steps of the time axis: whole days, months and years. */
const STEPS = [
  ...[1, 2, 3, 5, 7, 10, 15].map((days) => days * DAY_SECONDS),
  ...[1, 2, 3, 4, 6].map((months) => months * MONTH),
  ...[1, 2, 5, 10, 20, 50].map((years) => years * YEAR),
]
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic']
const FONT = '12px system-ui, sans-serif'
const PAPER_WIDTH = 252
/** The first line is drawn whole, the second one dashed: colour is never alone. */
const COLOURS = ['--accent', '--quiet']

/** Draws into a frame of a fixed height, and again when the frame, the colours or the medium change. */
export const drawChart = (frame: HTMLElement, data: ChartData, { onPoint, onMissing }: ChartEvents): DrawnChart => {
  const stop = new AbortController()
  const { signal } = stop
  let plot: uPlot | null = null

  const open = ({ default: Plot }: { default: typeof uPlot }): void => {
    if (signal.aborted) return
    const draw = (width = frame.clientWidth): void => {
      plot?.destroy()
      const options = { ...optionsFor(data, colourReader(frame), onPoint), width, height: frame.clientHeight }
      plot = new Plot(options, [data.days.map(toSeconds), ...data.lines.map(({ values }) => [...values])], frame)
    }
    draw()
    const observer = new ResizeObserver(() => plot?.setSize({ width: frame.clientWidth, height: frame.clientHeight }))
    observer.observe(frame)
    signal.addEventListener('abort', () => observer.disconnect())
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(), { signal })
    const onPaper = (isPaper: boolean): void => {
      frame.style.colorScheme = isPaper ? 'light' : ''
      draw(isPaper ? PAPER_WIDTH : undefined)
    }
    addEventListener('beforeprint', () => onPaper(true), { signal })
    addEventListener('afterprint', () => onPaper(false), { signal })
  }
  import('uplot').then(open, () => signal.aborted || onMissing())

  return {
    mark: (at) => {
      const value = data.lines.map(({ values }) => values[at]).find((one) => typeof one === 'number')
      const left = plot?.valToPos(toSeconds(data.days[at] as string), 'x') ?? 0
      // Told by whoever marks it.
      plot?.setCursor({ left, top: value === undefined ? 0 : (plot?.valToPos(value, 'y') ?? 0) }, false)
    },
    close: () => {
      stop.abort()
      plot?.destroy()
    },
  }
}

/** Midnight where the reader is: the axis counts in local time. */
const toSeconds = (day: string): number => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date).getTime() / 1000
}

/** Reads variables of the stylesheet as colours that a canvas understands, in the scheme of now. */
const colourReader = (frame: HTMLElement): ((name: string) => string) => {
  const probe = document.createElement('span')
  frame.append(probe)
  const read = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const colours = new Map([...COLOURS, '--line'].map((name) => [name, read(name)]))
  probe.remove()
  return (name) => colours.get(name) ?? ''
}

type Options = Omit<uPlot.Options, 'width' | 'height'>

const optionsFor = (
  { lines }: ChartData,
  colour: (name: string) => string,
  onPoint: ChartEvents['onPoint'],
): Options => {
  const axis = {
    stroke: colour('--quiet'),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: colour('--line'), width: 1 },
  }
  return {
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false } },
    padding: [12, 28, 0, 0],
    series: [
      {},
      ...lines.map(({ name }, at) => ({
        label: name,
        stroke: colour(COLOURS[at % COLOURS.length] as string),
        width: 2,
        ...(at % 2 === 1 && { dash: [6, 4] }),
        spanGaps: false,
      })),
    ],
    axes: [
      { ...axis, grid: { show: false }, incrs: STEPS, space: 64, size: 32, values: timeLabels },
      {
        ...axis,
        space: 44,
        values: (_, splits, __, ___, step) => splits.map((value) => formatNumber(value, decimalsOf(step))),
        size: widthOf,
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

const timeLabels = (_: uPlot, splits: number[], __: number, ___: number, step: number): string[] =>
  splits.map((at) => {
    const date = new Date(at * 1000)
    if (step >= YEAR) return String(date.getFullYear())
    const month = MONTHS[date.getMonth()] ?? ''
    if (step >= MONTH) return `${month} ${date.getFullYear()}`
    return `${String(date.getDate()).padStart(2, '0')} ${month}`
  })

/** As many decimals as tell one step from the next: two for 0.25. */
const decimalsOf = (step: number): number => {
  const enough = [0, 1, 2, 3, 4, 5].find(
    (decimals) => Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6,
  )
  return enough ?? 6
}

const widthOf = (_: uPlot, values: string[] | null): number =>
  16 + 7.5 * Math.max(3, ...(values ?? []).map((value) => value?.length ?? 0))
