// Text as the font of the paper can show it.

/** How people call a script that the font lacks. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japonés'],
  [/\p{Script=Hangul}/u, 'coreano'],
  [/\p{Script=Han}/u, 'chino'],
  [/\p{Script=Thai}/u, 'tailandés'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Bengali}/u, 'bengalí'],
]

export const LEFT_OUT_NOTE =
  'Entre corchetes [ ] está lo que el papel no puede mostrar por su escritura; el texto firmado lo tiene entero.'

/** Says in brackets what the font cannot show, so that nothing is left out in silence. */
export const printableText = (text: string, known: ReadonlySet<number>): { text: string; isWhole: boolean } => {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
  let shown = ''
  let missing = ''
  let isWhole = true
  const tell = (): void => {
    const spaces = /\s*$/.exec(missing)?.[0] ?? ''
    if (missing) shown += `[${SCRIPTS.find(([script]) => script.test(missing))?.[1] ?? 'otra escritura'}]${spaces}`
    missing = ''
  }
  for (const sign of plain) {
    const isKnown = known.has(sign.codePointAt(0) as number)
    // Spaces within what is missing belong to it.
    if (!isKnown || (missing && sign === ' ')) {
      missing += sign
      isWhole = isWhole && isKnown
      continue
    }
    tell()
    shown += sign
  }
  tell()
  return { text: shown, isWhole }
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}](?:[\p{Script=Arabic}\p{Script=Hebrew}\p{M}\s]*[\p{Script=Arabic}\p{Script=Hebrew}\p{M}])?/gu

/** Pieces that are each drawn in one direction. */
export const oneWayPieces = (text: string): string[] => {
  const pieces: string[] = []
  let at = 0
  for (const { index, 0: piece } of text.matchAll(RIGHT_TO_LEFT)) {
    if (index > at) pieces.push(text.slice(at, index))
    pieces.push(piece)
    at = index + piece.length
  }
  if (at < text.length) pieces.push(text.slice(at))
  return pieces
}
