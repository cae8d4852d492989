import assert from 'node:assert/strict'
import { seededRandom } from '../../sandbox/random.ts'
import { loadRows, type RegisterImage } from '../../src/datasets/padron/format/register-image.ts'
import { RowReader } from '../../src/datasets/padron/lookup/row-reader.ts'
import { registerOf } from '../../src/datasets/padron/open-register.ts'
import { FACTS, type Figure } from './report.ts'

const LOOKUPS = 300_000

/** Exact lookups against a bare binary search in the same keys. */
export const measureLookups = async (image: RegisterImage): Promise<Figure[]> => {
  const random = seededRandom(3).next
  const reader = new RowReader(image)
  const rucs = Array.from({ length: LOOKUPS }, () => reader.row(Math.floor(random() * image.head.rows)).numero)
  reader.close()
  const register = await registerOf(image, FACTS)
  const { sections } = await loadRows(image.dir, new Set(['keys', 'rucPrefixStarts', 'values']))
  const keys = new Uint32Array(sections.keys)
  const starts = new Uint32Array(sections.rucPrefixStarts)
  const bare = (ruc: string): number => {
    const prefix = Number(ruc.slice(0, 2))
    const key = Number(ruc.slice(2))
    let [low, high] = [starts[prefix] as number, starts[prefix + 1] as number]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return keys[low] === key ? low : -1
  }
  const time = (look: (ruc: string) => boolean): number => {
    for (const ruc of rucs.slice(0, 20_000)) look(ruc)
    const started = performance.now()
    let found = 0
    for (const ruc of rucs) if (look(ruc)) found++
    assert.equal(found, rucs.length)
    return ((performance.now() - started) * 1000) / rucs.length
  }
  const bareUs = time((ruc) => bare(ruc) >= 0)
  const ourUs = time((ruc) => register.byRuc(ruc)?.numero === ruc)
  void register.close()
  return [
    { what: 'bare binary search in the keys', value: `${bareUs.toFixed(2)} µs` },
    {
      what: 'exact lookup, row put together',
      value: `${ourUs.toFixed(2)} µs (${(ourUs / bareUs).toFixed(2)} times)`,
      limit: '4 times',
      holds: ourUs <= 4 * bareUs,
    },
  ]
}
