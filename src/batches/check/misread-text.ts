/** The characters of Windows-1252 that have another number in Unicode, with their bytes. */
const BYTES = new Map(
  Array.from({ length: 32 }, (_, i) => 0x80 + i).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)
const NO_BYTE = 0x100
const BEYOND_ASCII = /[^\0-\x7f]/
/**
 * Bytes of UTF-8: what no text has otherwise. `Ã©` and its like are certain. One pair such as `É®` or `É”` may be meant;
 * two in a row are a word of another script.
 */
const UTF8 = /[\xc2-\xc5][\x80-\xbf]|(?:[\xc6-\xdf][\x80-\xbf]){2}|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/

/**
 * Signs that letters of Spanish become when a program takes CP850, Mac Roman or Windows-1252 for another of them: `MU¥OZ`,
 * `Jos‚`, `Mu±oz`, `GARC═A`. No word has them, not even at its edge.
 */
const NO_LETTERS = '¥¤¢‚ƒ±¾µ\u0080-\u009f\u2500-\u259f'
/** Such signs that may stand beside a word, but never inside one: `Mar¡a`, `Mu„oz`, `N£ñez`. */
const NONE_INSIDE = '¡£§„†‡÷¸˙⁄¯‗³‹'
const SIGN_IN_WORD = new RegExp(`\\p{L}[${NO_LETTERS}]|[${NO_LETTERS}]\\p{L}|\\p{L}[${NONE_INSIDE}]\\p{L}`, 'u')
/** Letters that they become, of the wrong case: `RAMàN`, `ARGšELLES`, `çLVAREZ`, `JosÚ`; and `MUÐOZ`. */
const WRONG_CASE = /\p{Lu}[àšêîò]\p{Lu}|(?<!\p{L})ç\p{Lu}{2}|\p{Ll}[ÚÝ](?!\p{Lu})|[A-Z]Ð|Ð[A-Z]/u

/** What programs write in place of a letter that they cannot write: `MU?OZ`, `Mu%C3%B1oz`, `Mu\u00f1oz`, `Mu&#241;oz`. */
const MAY_BE_ESCAPED = /[?%\\&]/
const ESCAPED = /\p{L}\?\p{L}|%20|%C3%[89AB][0-9A-F]|\\u00[0-9A-F]{2}|&#(?!3[489];)(?:[0-9]{2,5}|x[0-9A-F]{2,4});/iu

/** Whether a text is UTF-8 that was read as Windows-1252: `JosÃ©`. */
const isMisreadUtf8 = (text: string): boolean => {
  const bytes = Array.from(text, (character) =>
    String.fromCharCode(BYTES.get(character) ?? Math.min(character.charCodeAt(0), NO_BYTE)),
  )
  return UTF8.test(bytes.join(''))
}

/**
 * Whether a text was written in another way than it was read. A file that is made of others has cells of several kinds, and a
 * name with such letters is found on no list.
 */
export const isMisread = (text: string): boolean =>
  (MAY_BE_ESCAPED.test(text) && ESCAPED.test(text)) ||
  (BEYOND_ASCII.test(text) && (isMisreadUtf8(text) || SIGN_IN_WORD.test(text) || WRONG_CASE.test(text)))
