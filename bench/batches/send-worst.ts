import { setTimeout as pause } from 'node:timers/promises'

// Previews and starts batches of the worst files, as many at a time as an account may, until the server has gone.

const MEGABYTE = 1_000_000
const times = (text: string, size = 20 * MEGABYTE): string => text.repeat(Math.ceil(size / text.length))

/** What took longest, or most memory, when uploads were read in the thread of batches. */
const WORST: readonly string[] = [
  `nombre;x\n${times('"a', 900_000)}`,
  `nombre;x\n${times('"a\n')}`,
  `nombre${';nombre'.repeat(49)}\n${times(`${'ñ'.repeat(1_900)};`, 900_000)}\n`,
  `[{"nombre":"ANA",${Array.from({ length: 999 }, (_, i) => `"k${i}":1`).join(',')}},${times('{},')}{}]`,
  `nombre;x\n${times('Ã©', 900_000)};1\nANA;2\n`,
  `nombre;x\n${'ANA "LA" DIAZ;2\n'.repeat(9_999)}`,
]

const [url, key = ''] = process.argv.slice(2)
const send = async (first: number): Promise<void> => {
  for (let i = first; ; i++) {
    const path = i % 2 === 0 ? '/api/lotes/vista' : '/api/lotes'
    const body = WORST[i % WORST.length] as string
    const reply = await fetch(`${url}${path}?tipo=aml`, { method: 'POST', headers: { authorization: key }, body })
    await reply.arrayBuffer()
    if (reply.status === 429) await pause(100)
  }
}

await Promise.allSettled([0, 1, 2, 3].map(send))
