import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type ChartData, type DrawnChart, drawChart } from '../figures/chart-drawing.ts'

interface ChartProps extends ChartData {
  label: string
  /** The values of a day in words, as they are read aloud. */
  wordsAt(at: number): string
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 }

/** A chart beside a table with the same values. The pointer and the arrows read them. */
export const Chart = ({ label, days, lines, wordsAt }: ChartProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const hint = useId()
  const last = days.length - 1

  const content = JSON.stringify([days, lines])
  useEffect(() => {
    if (!frame.current) return
    setMarked(null)
    drawn.current = drawChart(frame.current, { days, lines }, { onPoint: setMarked, onMissing: () => setMissing(true) })
    return () => drawn.current?.close()
  }, [content])

  const move = (event: KeyboardEvent): void => {
    const from = marked ?? last + 1
    const wanted = event.key === 'Home' ? 0 : event.key === 'End' ? last : from + (STEPS[event.key] ?? Number.NaN)
    if (Number.isNaN(wanted)) return
    event.preventDefault()
    const at = Math.min(last, Math.max(0, wanted))
    setMarked(at)
    drawn.current?.mark(at)
  }
  if (last < 0) return null
  return (
    <figure class="chart">
      {lines.length > 1 && (
        <ul class="chart-lines" aria-hidden="true">
          {lines.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {isMissing ? (
        <p class="chart-plot quiet-text">El gráfico no se pudo cargar. La tabla tiene los mismos valores.</p>
      ) : (
        <div
          ref={frame}
          class="chart-plot"
          role="application"
          aria-roledescription="gráfico"
          aria-label={label}
          aria-describedby={hint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows read its values
          tabIndex={0}
          onKeyDown={move}
        />
      )}
      <p class="chart-reading" role="status">
        {marked === null || marked > last ? `Último: ${wordsAt(last)}` : wordsAt(marked)}
      </p>
      <p id={hint} class="unseen">
        Las flechas izquierda y derecha leen los valores. La tabla los tiene todos.
      </p>
    </figure>
  )
}
