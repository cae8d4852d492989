import { hash } from 'node:crypto'

/** Longer bodies are sooner read by the machine's own digest. */
const LONGEST_SHORT = 1_024

/** The ETag of a body. It tells two bodies of one address apart; nobody has to be kept from making two alike. */
export const bodyTag = (body: string): string =>
  body.length > LONGEST_SHORT ? `"${hash('sha1', body, 'base64url')}"` : shortTag(body)

/** Two sums of 32 bits, each over every other character and over the other sum (mixed at the end as in cyrb53, with all of its bits). */
const shortTag = (body: string): string => {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  const pairs = body.length & ~1
  for (let at = 0; at < pairs; at += 2) {
    one = Math.imul(one ^ body.charCodeAt(at), 0x9e3779b1)
    other = Math.imul(other ^ body.charCodeAt(at + 1) ^ one, 0x5f356495)
    one = (one + other) | 0
  }
  if (pairs < body.length) one = Math.imul(one ^ body.charCodeAt(pairs), 0x9e3779b1)
  const first = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  const second = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  // Whole numbers as they are: another base, or a number without its sign, takes several times as long to write.
  return `"${first}.${second}.${body.length}"`
}
