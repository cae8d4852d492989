import type { HistoriaContribuyente } from '../../client.ts'
import { formatDate } from '../../format.ts'
import { dayNumber, periodTone } from '../../words/history.ts'

interface TimelineProps {
  history: HistoriaContribuyente
  /** The day that was asked about, marked. */
  day: string
}

const WIDTH = 1000
const HEIGHT = 40
/** A period of one edition must be seen too. */
const THINNEST = 6

/**
 * The periods as bars from the first edition to the last. A bar that needs a look is as high as the drawing, others half of
 * it, so that colour is not needed. Between two bars nothing is known. The table below says the same.
 */
export const Timeline = ({ history, day }: TimelineProps) => {
  const { desde, hasta, periodos } = history
  const ends = [day, hasta, ...periodos.map((period) => period.desde), desde].sort()
  const [start, end] = [ends[0] as string, ends.at(-1) as string]
  const [from, to] = [dayNumber(start), dayNumber(end)]
  const at = (date: string): number => (to === from ? 0 : ((dayNumber(date) - from) / (to - from)) * WIDTH)
  return (
    <figure class="timeline">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={at(desde)} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        {/* The coarser ones below: where both are known the day answers. */}
        {periodos
          .toSorted((one, other) => other.grano.localeCompare(one.grano))
          .map((period) => {
            const tone = periodTone(period)
            const until = to === from ? WIDTH : Math.min(WIDTH, at(period.hasta ?? hasta))
            const x = Math.min(at(period.desde), WIDTH - THINNEST)
            const y = tone === 'good' ? HEIGHT / 2 : 0
            return (
              <rect
                key={`${period.grano} ${period.desde}`}
                class={`tone-${tone} grain-${period.grano}`}
                {...{ x, y, width: Math.max(THINNEST, until - x), height: HEIGHT - y }}
              />
            )
          })}
        <path d={`M${Math.min(at(day), WIDTH - 1)} 0v${HEIGHT}`} />
      </svg>
      <figcaption>
        <span>{formatDate(start)}</span>
        <span>{formatDate(end)}</span>
      </figcaption>
    </figure>
  )
}
