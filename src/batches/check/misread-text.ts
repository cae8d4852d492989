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
 * Whether a text is UTF-8 that was read as Windows-1252: `JosÃ©`. A file that is made of others has cells in both, and a name
 * with such letters is found on no list.
 */
export const isMisread = (text: string): boolean => {
  if (!BEYOND_ASCII.test(text)) return false
  const bytes = Array.from(text, (character) => BYTES.get(character) ?? Math.min(character.charCodeAt(0), NO_BYTE))
  return UTF8.test(String.fromCharCode(...bytes))
}
