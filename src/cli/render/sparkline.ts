const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A line of bars, lowest to highest value, at most `width` characters; neighbours are averaged when there are more. */
export const sparkline = (values: readonly number[], width = 60): string => {
  const points = squeeze(values, width)
  const low = points.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const high = points.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (low === high) return BARS[3].repeat(points.length)
  return points.map((value) => BARS[Math.round(((value - low) / (high - low)) * (BARS.length - 1))] ?? BARS[0]).join('')
}

const squeeze = (values: readonly number[], width: number): readonly number[] => {
  if (values.length <= width) return values
  return Array.from({ length: width }, (_, i) => {
    const part = values.slice(Math.floor((i * values.length) / width), Math.floor(((i + 1) * values.length) / width))
    return part.reduce((sum, value) => sum + value / part.length, 0)
  })
}
