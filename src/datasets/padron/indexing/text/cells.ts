import { tidyName } from '../../format/windows-1252.ts'

// Reads the cells of a line in place, byte by byte. Cells are separated by pipes; a run of dashes is an empty cell.

export const NEWLINE = 10
export const RETURN = 13
export const PIPE = 124
export const DASH = 45
const SPACE = 32
const DELETE = 127
const HARD_SPACE = 160
const ZERO = 48

export const cellEnd = (text: Buffer, at: number, end: number): number => {
  while (at < end && text[at] !== PIPE) at++
  return at
}

export const countPipes = (text: Buffer): number => {
  let pipes = 0
  for (let at = text.indexOf(PIPE); at >= 0; at = text.indexOf(PIPE, at + 1)) pipes++
  return pipes
}

export const skipSpaces = (text: Buffer, at: number, end: number): number => {
  while (at < end && (text[at] as number) <= SPACE) at++
  return at
}

export const trimEnd = (text: Buffer, start: number, end: number): number => {
  while (end > start && (text[end - 1] as number) <= SPACE) end--
  return end
}

/** Has the cell nothing but dashes and spaces? */
export const isBlank = (text: Buffer, at: number, end: number): boolean => {
  for (; at < end; at++) if (text[at] !== DASH && (text[at] as number) > SPACE) return false
  return true
}

/** The number written with `count` digits from `at` on; -1 when one of them is no digit. */
export const digits = (text: Buffer, at: number, count: number): number => {
  let number = 0
  for (let i = at; i < at + count; i++) {
    const digit = (text[i] as number) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}

/** The length of a name as it is shown, by which names are ranked: without stray control bytes and outer blanks. */
export const shownLength = (text: Buffer, start: number, end: number): number => {
  for (let i = start; i < end; i++) {
    const byte = text[i] as number
    if (byte < SPACE || (byte >= DELETE && byte <= HARD_SPACE))
      return tidyName(text.toString('latin1', start, end)).length
  }
  return end - start
}
