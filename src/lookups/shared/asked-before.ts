/** Notes a question; was it asked before, not long ago? Now and then it says so of one that was not. */
export type AskedBefore = (question: string, more?: string) => boolean

const PRIME = 0x01000193
const BASIS = 0x811c9dc5

/** Most names are asked once: keeping an answer pays from the second time on, and knowing that takes four bytes. */
export const askedBefore = (places: number): AskedBefore => {
  const seen = new Uint32Array(places)
  return (question, more = '') => {
    const print = printOf(more, printOf(question, BASIS)) >>> 0
    const place = print % places
    if (seen[place] === print) return true
    seen[place] = print
    return false
  }
}

const printOf = (text: string, before: number): number => {
  let hash = before
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}
