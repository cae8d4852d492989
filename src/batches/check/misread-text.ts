/** The bytes of Windows-1252 from 0x80 on that are no characters of Latin-1. */
const BYTES = new Map(
  Array.from({ length: 32 }, (_, i) => 0x80 + i).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)
const HIGH = [...BYTES.keys()].join('')
/** What a character of UTF-8 may look like where each of its bytes was taken for a character: `Ã©`, `Ã‘`. */
const SUSPICIOUS = new RegExp(`[\u00c2-\u00f4][\u0080-\u00bf${HIGH}]`)
/** No name has this letter before a sign or one of these letters; Portuguese has it before a vowel. */
const CERTAIN = new RegExp(`Ã[\u0080-\u00bf${HIGH}]`)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Whether a text is UTF-8 that was read as Windows-1252: `JosÃ©`. A file that is made of others has cells in both, and a name
 * with such letters is found on no list.
 */
export const isMisread = (text: string): boolean => {
  if (!SUSPICIOUS.test(text)) return false
  if (CERTAIN.test(text)) return true
  const bytes = Array.from(text, (character) => BYTES.get(character) ?? character.charCodeAt(0))
  if (bytes.some((byte) => byte > 0xff)) return false
  try {
    utf8.decode(Uint8Array.from(bytes))
    return true
  } catch {
    return false
  }
}
