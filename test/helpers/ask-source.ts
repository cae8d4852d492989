import { readFileSync } from 'node:fs'
import { limaClock } from '../../src/domain/lima-time.ts'
import { openUpstream } from '../../src/kernel/http/client.ts'
import type { CallContext, QuestionInput, Questions, Source } from '../../src/sources/source.ts'
import { type LoopbackReply, type SeenRequest, serveLoopback } from './loopback.ts'

export const fixture = (room: string, name: string): Buffer =>
  readFileSync(new URL(`../../src/sources/${room}/fixtures/${name}`, import.meta.url))

/** An account whose tokens a server gives. */
export const accountAt = (tokenOrigin: string) => ({
  ruc: '20000000125',
  clientId: 'own-client',
  clientSecret: 'own-secret',
  tokenOrigin,
  refused: 'Cuenta rechazada: revise los ajustes',
})

export const AGENT = 'Chasqui/0.0 (+https://chasqui.test)'

/** A call that nobody ends and that keeps no pause. */
export const UNGUARDED: CallContext = { signal: new AbortController().signal, pause: async () => {} }

type AskableQuestions = {
  [Question in keyof Questions]?: (...input: QuestionInput<Question>) => ReturnType<Questions[Question]>
}

const withoutGuard = (questions: Partial<Questions>, call: CallContext): AskableQuestions =>
  Object.fromEntries(
    Object.entries(questions).map(([name, question]) => [
      name,
      (...input: unknown[]) => (question as (...args: unknown[]) => unknown)(...input, call),
    ]),
  )

/** Asks a source directly, without a guard, at a server with the given answers. */
export const askAt = async <T>(
  source: Source,
  answer: (request: SeenRequest, n: number) => LoopbackReply,
  use: (questions: AskableQuestions, seen: SeenRequest[]) => Promise<T>,
  call = UNGUARDED,
): Promise<T> => {
  await using server = await serveLoopback(answer)
  const upstream = openUpstream({ origin: server.origin, userAgent: AGENT })
  try {
    const questions = source.open(
      upstream,
      { origin: server.origin, token: 'the-operators-own', account: accountAt(server.origin) },
      limaClock('2026-11-15'),
    )
    return await use(withoutGuard(questions, call), server.seen)
  } finally {
    await upstream.close()
  }
}
