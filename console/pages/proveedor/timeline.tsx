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
  const ends = [day, desde, hasta].sort()
  const [from, to] = [dayNumber(ends[0] as string), dayNumber(ends[2] as string)]
  const at = (date: string): number => (to === from ? 0 : ((dayNumber(date) - from) / (to - from)) * WIDTH)
  return (
    <figure class="timeline">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={at(desde)} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        {periodos.map((period) => {
          const tone = periodTone(period)
          const end = to === from ? WIDTH : at(period.hasta ?? hasta)
          const x = Math.min(at(period.desde), WIDTH - THINNEST)
          const y = tone === 'good' ? HEIGHT / 2 : 0
          return (
            <rect
              key={`${period.grano} ${period.desde}`}
              class={`tone-${tone}`}
              {...{ x, y, width: Math.max(THINNEST, end - x), height: HEIGHT - y }}
            />
          )
        })}
        <path d={`M${Math.min(at(day), WIDTH - 1)} 0v${HEIGHT}`} />
      </svg>
      <figcaption>
        <span>{formatDate(ends[0] as string)}</span>
        <span>{formatDate(ends[2] as string)}</span>
      </figcaption>
    </figure>
  )
}
