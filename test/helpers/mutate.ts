import type { Random } from '../../sandbox/random.ts'

const FRAGMENTS = [
  ...['<', '>', '"', "'", '&', '&#', '<!--', '-->', '</div>', '<p>', '<br>'],
  ...['{', '}', '[', ',', ':', '\\', '-', ' - ', '0', '\ufffd', 'Ñ', '\u0000', ' '.repeat(200)],
]

/** A few small edits anywhere: something deleted, doubled, replaced or inserted. */
export const editAnywhere = (text: string, random: Random): string => {
  let edited = text
  for (let more = random.below(3); more >= 0; more--) {
    const start = random.below(Math.max(edited.length, 1))
    const end = Math.min(start + 1 + random.below(12), edited.length)
    const part = edited.slice(start, end)
    const inserted = random.pick([random.pick(FRAGMENTS), part + part, '', random.pick(FRAGMENTS)])
    edited = edited.slice(0, start) + inserted + edited.slice(random.onceIn(3) ? start : end)
  }
  return edited
}

/** Begins a comment without ending it, or ends the page. */
const hidesTheRest = (tag: string): boolean =>
  (tag.startsWith('<!--') && !tag.endsWith('-->')) || /^<\/(?:body|html)\b/i.test(tag)

/**
 * One tag removed, doubled or replaced by another; the text of the page stays the same. No comment is opened, because
 * the site itself comments out whole rows, and the page is not ended early, because included pages leave such ends
 * behind: no reader can tell a value that was lost so from one that is absent.
 */
export const editMarkup = (page: string, random: Random): string => {
  const tags = [...page.matchAll(/<[^>]*>/g)]
  const { 0: tag, index } = random.pick(tags)
  const [other] = random.pick(tags.filter(([one]) => !hidesTheRest(one)))
  const replacements = ['', tag + tag, other, `${tag}<!-- -->`, '<span>', '</div>', tag.toUpperCase()]
  return page.slice(0, index) + random.pick(replacements) + page.slice(index + tag.length)
}
