import type { Fault } from '../../sandbox/main.ts'
import { FAILURES } from '../../src/endpoints/shared/failures.ts'
import type { DescribedSandbox, Reply, Trouble, World } from './described-sandbox.ts'
import { QUESTIONS, type Questions } from './questions.ts'

export interface TakenAnswer {
  operationId: string
  /** Of the example in the document. */
  name: string
  summary: string
  mediaType: string
  reply: Reply
}

type Kind = keyof typeof FAILURES
type Headers = Record<string, string>

/** How to meet a failure: what is asked, and what was done before. Undefined when the operation's row has no question for it. */
type Provoke = (sandbox: DescribedSandbox, questions: Questions, headers: Headers) => Promise<Reply> | undefined

const firstOf = ({ answered }: Questions): string => Object.values(answered)[0]?.[1] as string

const asking =
  (
    question: 'invalid' | 'missing' | 'notFound' | 'noHistory' | 'tooLarge' | 'wrongFormat' | 'unfinished' | 'expired',
  ): Provoke =>
  (sandbox, { [question]: path }, headers) =>
    path === undefined ? undefined : sandbox.ask(path, headers)

const inWorld =
  (world: World, question: 'unloaded' | 'unconfigured'): Provoke =>
  (sandbox, { [question]: path }, headers) => {
    if (path === undefined) return undefined
    sandbox.setWorld(world)
    return sandbox.ask(path, headers).finally(() => sandbox.setWorld('complete'))
  }

/** Every source fails in the same way, so that nobody answers in place of another. */
const whileSources =
  (fault: Fault): Provoke =>
  (sandbox, { live }, headers) => {
    if (live === undefined) return undefined
    for (const { upstream, supported } of sandbox.faults.list()) {
      if (supported.includes(fault)) sandbox.faults.set(upstream, fault)
    }
    sandbox.setWorld('without lists')
    return sandbox.ask(live, headers).finally(() => {
      sandbox.faults.clear()
      sandbox.setWorld('complete')
      sandbox.passAnHour()
    })
  }

const inTrouble =
  (trouble: Trouble): Provoke =>
  (sandbox, questions, headers) => {
    sandbox.setTrouble(trouble)
    return sandbox.ask(firstOf(questions), headers).finally(() => sandbox.setTrouble(null))
  }

const withKey =
  (request: Parameters<DescribedSandbox['makeKey']>[0], times: number): Provoke =>
  async (sandbox, questions, headers) => {
    const key = await sandbox.makeKey(request)
    for (let asked = 1; asked < times; asked++) await sandbox.ask(firstOf(questions), {}, key)
    return sandbox.ask(firstOf(questions), headers, key)
  }

const PROVOKE: Partial<Record<Kind, Provoke>> = {
  'invalid-input': asking('invalid'),
  'missing-input': asking('missing'),
  'not-found': asking('notFound'),
  'no-history': asking('noHistory'),
  'file-too-large': asking('tooLarge'),
  'body-too-large': asking('tooLarge'),
  'cursor-expired': asking('expired'),
  'unsupported-format': asking('wrongFormat'),
  unfinished: asking('unfinished'),
  unauthenticated: (sandbox, questions, headers) => sandbox.ask(firstOf(questions), headers, null),
  // Scoped to an endpoint that is none of the questions' own; see `otherScope`.
  'rate-limited': withKey({ ratePerSecond: 1, burst: 1 }, 2),
  'quota-exhausted': withKey({ quota: 0 }, 1),
  internal: inTrouble('bug'),
  overloaded: inTrouble('overloaded'),
  'store-unavailable': inTrouble('store away'),
  starting: (sandbox, questions, headers) => sandbox.askStarting(firstOf(questions), headers),
  'upstream-unavailable': whileSources('down'),
  'upstream-changed': whileSources('redesigned'),
  'upstream-blocked': whileSources('captcha'),
  'dataset-unavailable': inWorld('without lists or tokens', 'unloaded'),
  'not-configured': inWorld('without lists or tokens', 'unconfigured'),
}

const otherScope = (operationId: string): Provoke => withKey({ endpoints: [operationId === 'dni' ? 'ruc' : 'dni'] }, 1)

const provokeOf = (kind: Kind, operationId: string): Provoke | undefined =>
  kind === 'forbidden' ? otherScope(operationId) : PROVOKE[kind]

const MEDIA_TYPES = ['application/json', 'application/problem+json']

/** The kind of failure of a `codigo`. */
export const kindOf = (codigo: string): Kind =>
  (Object.keys(FAILURES) as Kind[]).find((kind) => FAILURES[kind].codigo === codigo) as Kind

/** All answers of one operation: those of its questions, and each failure in both media types. */
export const takeAnswers = async (
  sandbox: DescribedSandbox,
  operationId: string,
  kinds: readonly Kind[],
): Promise<TakenAnswer[]> => {
  const questions = QUESTIONS[operationId]
  if (!questions) throw new Error(`test/openapi/questions.ts has no row for ${operationId}`)
  const taken: TakenAnswer[] = []
  for (const [name, [summary, path]] of Object.entries(questions.answered)) {
    const reply = await sandbox.ask(path)
    const mediaType = reply.headers['content-type']?.split(';', 1)[0] as string
    taken.push({ operationId, name, summary, mediaType, reply })
  }
  for (const kind of kinds) {
    const { codigo, title } = FAILURES[kind]
    for (const mediaType of MEDIA_TYPES) {
      const reply = await provokeOf(kind, operationId)?.(sandbox, questions, { accept: mediaType })
      if (!reply)
        throw new Error(`test/openapi/questions.ts has no question of ${operationId} that ends with ${codigo}`)
      taken.push({ operationId, name: codigo, summary: title, mediaType, reply })
    }
  }
  return taken
}
