import { readFileSync } from 'node:fs'
import { limaClock } from '../../src/domain/lima-time.ts'
import { openUpstream } from '../../src/kernel/http/client.ts'
import type { Questions, Source } from '../../src/sources/source.ts'
import { type LoopbackReply, type SeenRequest, serveLoopback } from './loopback.ts'

export const fixture = (room: string, name: string): Buffer =>
  readFileSync(new URL(`../../src/sources/${room}/fixtures/${name}`, import.meta.url))

export const AGENT = 'Chasqui/0.0 (+https://chasqui.test)'

/** Asks a source directly, without a guard; a loopback server answers with the given function. */
export const askAt = async <T>(
  source: Source,
  answer: (request: SeenRequest, n: number) => LoopbackReply,
  use: (questions: Partial<Questions>, seen: SeenRequest[]) => Promise<T>,
): Promise<T> => {
  await using server = await serveLoopback(answer)
  const upstream = openUpstream({ origin: server.origin, userAgent: AGENT })
  try {
    const questions = source.open(
      upstream,
      { origin: server.origin, token: 'the-operators-own' },
      limaClock('2026-11-15'),
    )
    return await use(questions, server.seen)
  } finally {
    await upstream.close()
  }
}
