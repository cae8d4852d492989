import { decodeCp850 } from './cp850.ts'

/** Charsets of one byte a character, the usual one first. */
export const SINGLE_BYTE = ['windows-1252', 'cp850', 'macintosh'] as const
export type SingleByte = (typeof SINGLE_BYTE)[number]

export const decodeSingleByte = (bytes: Buffer, charset: SingleByte): string =>
  charset === 'cp850' ? decodeCp850(bytes) : new TextDecoder(charset).decode(bytes)

/** What stands beside a byte. A few letters tell more than their case: see `isUnlikely`. */
const BESIDE = ['nothing', 'lower', 'nOrR', 'upper', 'aOrO', 'beyondAscii'] as const
type Beside = (typeof BESIDE)[number]

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  if (byte >= 0x80) return BESIDE.indexOf('beyondAscii')
  if (/[nr]/.test(letter)) return BESIDE.indexOf('nOrR')
  if (/[AO]/.test(letter)) return BESIDE.indexOf('aOrO')
  if (/[a-z]/.test(letter)) return BESIDE.indexOf('lower')
  return BESIDE.indexOf(/[A-Z]/.test(letter) ? 'upper' : 'nothing')
})
const WIDTH = BESIDE.length

/** A byte beyond ASCII inside or at the edge of words, with what stands on both sides, and how often. */
export interface Occurrence {
  byte: number
  before: Beside
  after: Beside
  count: number
}

/** The bytes beyond ASCII of a file that touch a letter. */
export const wordBytes = async (bytes: () => AsyncIterable<Buffer>): Promise<Occurrence[]> => {
  const counts = new Uint32Array(128 * WIDTH * WIDTH)
  let [before, byte] = [0, 0]
  const step = (after: number): void => {
    if (byte >= 0x80) {
      const at = ((byte - 0x80) * WIDTH + (KINDS[before] as number)) * WIDTH + (KINDS[after] as number)
      counts[at] = (counts[at] as number) + 1
    }
    before = byte
    byte = after
  }
  for await (const piece of bytes()) for (const one of piece) step(one)
  step(0)
  return Array.from(counts, (count, at) => ({
    count,
    byte: 0x80 + Math.floor(at / WIDTH / WIDTH),
    before: BESIDE[Math.floor(at / WIDTH) % WIDTH] as Beside,
    after: BESIDE[at % WIDTH] as Beside,
  })).filter(({ count, before, after }) => count > 0 && (before !== 'nothing' || after !== 'nothing'))
}

const SPANISH = /[áéíóúñüÁÉÍÓÚÑÜ]/
const LETTER = /\p{L}/u
/** Signs that people write within or beside words. */
const USUAL_SIGN = /[’‘“”–—\u00a0·´°ªº®©™…•«»\u00ad]/
const OPENING_SIGN = /[¡¿]/

const isLower = (beside: Beside): boolean => beside === 'lower' || beside === 'nOrR'
const isUpper = (beside: Beside): boolean => beside === 'upper' || beside === 'aOrO'

/** Whether a letter has the case of those beside it. */
const isFitting = (letter: string, { before, after }: Occurrence): boolean => {
  if (letter === letter.toLowerCase()) return !isUpper(after) && !(isUpper(before) && after === 'nothing')
  return !isLower(before) && !(isLower(after) && before !== 'nothing')
}

const isUsualSign = (character: string, { before }: Occurrence): boolean =>
  USUAL_SIGN.test(character) || (OPENING_SIGN.test(character) && before === 'nothing')

/** `Sebasti n` with a space that does not break, `GARCÖA`: no word begins or goes on like that. */
const isUnlikely = (character: string, { before, after }: Occurrence): boolean =>
  (character === '\u00a0' && before !== 'nothing' && after === 'nOrR') || (character === 'Ö' && after === 'aOrO')

/** 1 for a letter of Spanish, -1 for what no word has in it. */
const evidenceOf = (character: string, occurrence: Occurrence): number => {
  if (isUnlikely(character, occurrence)) return -1
  if (SPANISH.test(character)) return isFitting(character, occurrence) ? 1 : 0
  if (isUsualSign(character, occurrence)) return 0
  return LETTER.test(character) && isFitting(character, occurrence) ? 0 : -1
}

const characterOf = (byte: number, charset: SingleByte): string => decodeSingleByte(Buffer.of(byte), charset)

/** Bytes that tell nothing: `JOSé` of a program that cannot write É is as likely as `JESÚS`, and `O’Neil` as an í. */
const tellsNothing = (occurrence: Occurrence): boolean => {
  const usual = characterOf(occurrence.byte, 'windows-1252')
  if (usual === '’' || usual === '‘') return true
  if (usual === 'é' && !isFitting(usual, occurrence)) return true
  const isInside = occurrence.before !== 'nothing' && occurrence.after !== 'nothing'
  return isUsualSign(usual, occurrence) && !isInside
}

/** How well a file reads in a charset. */
interface Reading {
  charset: SingleByte
  letters: number
  signs: number
  /** Different letters of Spanish. */
  kinds: number
}

const readAs = (charset: SingleByte, occurrences: readonly Occurrence[]): Reading => {
  const reading: Reading = { charset, letters: 0, signs: 0, kinds: 0 }
  const kinds = new Set<number>()
  for (const occurrence of occurrences) {
    const evidence = evidenceOf(characterOf(occurrence.byte, charset), occurrence)
    if (evidence > 0) {
      reading.letters += occurrence.count
      kinds.add(occurrence.byte)
    } else if (evidence < 0) reading.signs += occurrence.count
  }
  return { ...reading, kinds: kinds.size }
}

/**
 * The charset in which the bytes of a file are letters inside its words. Another than Windows-1252 only with a clear majority:
 * twice as many letters of Spanish, and signs inside words otherwise, or letters of several kinds.
 */
export const likeliestCharset = (occurrences: readonly Occurrence[]): SingleByte => {
  const telling = occurrences.filter((one) => !tellsNothing(one))
  const [usual, ...others] = SINGLE_BYTE.map((charset) => readAs(charset, telling)) as [Reading, ...Reading[]]
  const better = others.filter(
    ({ letters, signs, kinds }) => letters > 2 * usual.letters && letters > 2 * signs && (usual.signs > 0 || kinds > 1),
  )
  return better.sort((a, b) => b.letters - b.signs - (a.letters - a.signs))[0]?.charset ?? usual.charset
}
