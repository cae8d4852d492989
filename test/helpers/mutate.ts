/** A die of as many sides as asked for. */
export type Roll = (sides: number) => number

/** The same throws every time, so that a finding can be found again. */
export const dice = (seed: number): Roll => {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const SCRAPS = [
  ...['<', '>', '"', "'", '&', '&#', '<!--', '-->', '</div>', '<p>', '<br>'],
  ...['{', '}', '[', ',', ':', '\\', '-', ' - ', '0', '\ufffd', 'Ñ', '\u0000', ' '.repeat(200)],
]

const oneOf = <T>(items: readonly T[], roll: Roll): T => items[roll(items.length)] as T

/** A few small edits anywhere: something deleted, doubled, replaced or put in. */
export const editAnywhere = (text: string, roll: Roll): string => {
  let edited = text
  for (let more = roll(3); more >= 0; more--) {
    const start = roll(Math.max(edited.length, 1))
    const end = Math.min(start + 1 + roll(12), edited.length)
    const stretch = edited.slice(start, end)
    const inserted = oneOf([oneOf(SCRAPS, roll), stretch + stretch, '', oneOf(SCRAPS, roll)], roll)
    edited = edited.slice(0, start) + inserted + edited.slice(roll(3) === 0 ? start : end)
  }
  return edited
}

/** One tag taken away, doubled or exchanged for another: what the page says keeps its letters. */
export const editMarkup = (page: string, roll: Roll): string => {
  const tags = [...page.matchAll(/<[^>]*>/g)]
  const { 0: tag, index } = oneOf(tags, roll)
  const [other] = oneOf(tags, roll)
  const exchanged = ['', tag + tag, other, `${tag}<!-- -->`, '<span>', '</div>', tag.toUpperCase()]
  return page.slice(0, index) + oneOf(exchanged, roll) + page.slice(index + tag.length)
}
