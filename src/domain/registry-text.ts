const WINDOWS_1252 = new TextDecoder('windows-1252')
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

// The two-byte UTF-8 letters of the Latin-1 range as they look when read as windows-1252: "Ã±" for ñ, "Ã‘" for Ñ.
const MISREAD = new Map(
  Array.from({ length: 128 }, (_, i) => {
    const bytes = Uint8Array.of(0xc2 + (i >> 6), 0x80 + (i & 0x3f))
    return [WINDOWS_1252.decode(bytes), UTF_8.decode(bytes)] as const
  }),
)

/** Repairs the UTF-8 letters of a page that mixes UTF-8 labels with Latin-1 data and was read as windows-1252. */
export const repairMixedEncoding = (text: string): string =>
  text.replace(/[\u00c2\u00c3][^\x00-\x7f]/g, (pair) => MISREAD.get(pair) ?? pair)

/** A registry's value as text: spaces collapsed, twice-escaped entities resolved, and `-` or `----` read as empty. */
export const cleanText = (value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
    .replace(/&Ntilde;/g, 'Ñ')
    .replace(/&ntilde;/g, 'ñ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  return /^[-–—\s]*$/.test(text) ? '' : text
}
