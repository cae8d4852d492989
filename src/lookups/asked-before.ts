/** Notes a question; was it asked before, not long ago? Now and then it says so of one that was not. */
export type AskedBefore = (key: string) => boolean

const PRIME = 0x01000193
const BASIS = 0x811c9dc5

/** Most names are asked once: keeping an answer pays from the second time on, and knowing that takes four bytes. */
export const askedBefore = (places: number): AskedBefore => {
  const seen = new Uint32Array(places)
  return (key) => {
    let hash = BASIS
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME)
    const print = hash >>> 0
    const place = print % places
    if (seen[place] === print) return true
    seen[place] = print
    return false
  }
}
