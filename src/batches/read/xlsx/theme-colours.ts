import { parsePart, type ZipParts } from './zip-parts.ts'

const MAX_THEME_BYTES = 2 ** 22
/** In the order in which cells number them, which is not that of the file. */
const NAMES = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ')
const OFFICE = 'FFFFFF 000000 E7E6E6 44546A 4472C4 ED7D31 A5A5A5 FFC000 5B9BD5 70AD47 0563C1 954F72'.split(' ')

/** The colours that cells refer to by number: those of the workbook's theme, or of the usual one. */
export const themeColours = async (parts: ZipParts, part: string | undefined): Promise<readonly string[]> => {
  const colours = [...OFFICE]
  if (part === undefined) return colours
  let at = -1
  const read = parsePart(parts, part, MAX_THEME_BYTES, {
    open: (name, { val, lastClr }) => {
      if (NAMES.includes(name)) at = NAMES.indexOf(name)
      const rgb = name === 'srgbClr' ? val : name === 'sysClr' ? lastClr : undefined
      if (at >= 0 && rgb !== undefined && /^[0-9A-F]{6}$/i.test(rgb)) colours[at] = rgb
    },
    close: (name) => {
      if (NAMES.includes(name)) at = -1
    },
  })
  // Nobody's file is refused for its colours.
  await read.catch(() => {})
  return colours
}

/** A colour as `FFRRGGBB`, lighter (up to 1) or darker (down to -1). */
export const tinted = (rgb: string, tint: number): string => {
  const parts = [0, 2, 4].map((at) => {
    const part = Number.parseInt(rgb.slice(at, at + 2), 16)
    return Math.round(tint < 0 ? part * (1 + tint) : part + (255 - part) * tint)
  })
  return `FF${parts
    .map((part) =>
      Math.min(255, Math.max(0, part || 0))
        .toString(16)
        .toUpperCase()
        .padStart(2, '0'),
    )
    .join('')}`
}
