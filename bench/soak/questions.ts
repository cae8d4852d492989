import { hash } from 'node:crypto'
import { type Random, seededRandom } from '../../sandbox/random.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'
import { inventNames } from '../../test/helpers/screening/invented-peruvians.ts'
import { type Answer, headerOf, type Question } from './load.ts'
import { DATES, type Row } from './two-editions.ts'

export interface Keys {
  /** Limits on, but out of reach; what it spends is counted. */
  counted: string
  /** A monthly quota of `SMALL_QUOTA`. */
  small: string
  /** A rate of `SLOW_RATE` a second. */
  slow: string
  revoked: string
}

export const SMALL_QUOTA = 500
export const SLOW_RATE = 20
/** Names that are asked; each answer is recorded once for each edition. */
const NAMES = 6_000
const PLAIN = /^[A-Z ]+$/

const path = (endpoint: string, parameters: Record<string, string>): string =>
  `/api/${endpoint}?${new URLSearchParams(parameters)}`

const requestBytes = (target: string, key: string, more = ''): Buffer =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n${more}\r\n`)

const editionsIn = (head: string): string =>
  [...(headerOf(head, 'chasqui-source') ?? '').matchAll(/edition="([^"]*)"/g)].map(([, date]) => date).join(' ')

/** A question whose right answers were recorded while each edition was in service: any other answer is wrong. */
export class RecordedQuestion implements Question {
  readonly isCounted = true
  readonly request: Buffer
  readonly kind: string
  readonly #target: string
  readonly #key: string
  readonly #known = new Set<string>()
  #isRecording = false
  #isMissing = false
  #etag = ''

  constructor(kind: string, target: string, key: string) {
    this.kind = kind
    this.#target = target
    this.#key = key
    this.request = requestBytes(target, key)
  }

  isRight(answer: Answer): boolean {
    const shown = `${answer.status} ${editionsIn(answer.head)} ${hash('md5', answer.body, 'base64')}`
    if (!this.#isRecording) return this.#known.has(shown)
    if (answer.status !== 200 && answer.status !== 404) return false
    this.#known.add(shown)
    this.#isMissing = false
    this.#etag ||= headerOf(answer.head, 'etag') ?? ''
    return true
  }

  /** From now on answers are taken as right, until `endRecording`. */
  beginRecording(): void {
    this.#isRecording = true
    this.#isMissing = true
  }

  /** Whether its answer in this recording is still to come: a busy server may have refused the question. */
  get isMissing(): boolean {
    return this.#isMissing
  }

  endRecording(): void {
    this.#isRecording = false
  }

  /** The same question of a caller who has the body of the first edition. */
  conditional(): Question {
    const etag = this.#etag
    return {
      ...{ kind: 'conditional', isCounted: true },
      request: requestBytes(this.#target, this.#key, `if-none-match: ${etag}\r\n`),
      isRight: (answer) =>
        answer.status === 304 ? headerOf(answer.head, 'etag') === etag && answer.body === '' : this.isRight(answer),
    }
  }
}

/** Questions with one name or number that are recorded before the soak begins. */
export const recordedQuestions = (rows: readonly Row[], keys: Keys): RecordedQuestion[] => {
  const random = seededRandom(12)
  const ask = (kind: string, target: string) => new RecordedQuestion(kind, target, keys.counted)
  const rowName = (): string => random.pick(random.pick(rows).names)
  const invented = inventNames(NAMES / 3, 3)
  const dates = Array.from({ length: 28 }, (_, day) => `2026-09-${String(day + 1).padStart(2, '0')}`)
  return [
    ...invented.map(({ nombre }) => ask('aml', path('aml', { nombre }))),
    ...invented.slice(0, 500).map(({ nombre }) => ask('aml', path('aml', { nombre, detalle: '1', tipo: 'persona' }))),
    ...['KIM JONG', 'HUSSEIN', 'AL QAIDA', 'BADEGE ERIC', 'BANK', 'SHIPPING CO', 'MOHAMMAD ALI'].map((nombre) =>
      ask('aml', path('aml', { nombre, detalle: '1' })),
    ),
    ...Array.from({ length: NAMES }, () => ask('nombre', path('nombre', { q: shortened(rowName(), random) }))),
    ...Array.from({ length: NAMES }, () => ask('persona', path('persona', { nombre: shortened(rowName(), random) }))),
    ...Array.from({ length: 500 }, () => ask('sanciones', path('sanciones', { nombre: rowName().slice(0, 12) }))),
    ...Array.from({ length: 500 }, () => ask('sanciones', path('sanciones', { ruc: random.pick(rows).ruc }))),
    ...dates.map((fecha) => ask('tipo-cambio', path('tipo-cambio', { fecha }))),
  ]
}

/** Some words of a name, as people type it, or all of them. */
const shortened = (name: string, random: Random): string => {
  const words = name.split(' ')
  return words
    .slice(0, random.chance(0.3) ? words.length : 2 + random.below(2))
    .join(' ')
    .slice(0, 190)
}

const answered =
  (status: number, text: string) =>
  (answer: Answer): boolean =>
    answer.status === status && answer.body.includes(text)

/** Draws the questions of the soak, each kind with its share. */
export const questionMix = (rows: readonly Row[], recorded: readonly RecordedQuestion[], keys: Keys) => {
  const random = seededRandom(70)
  const plain = rows.filter(({ names }) => names.every((name) => PLAIN.test(name)))
  const persons = plain.filter(({ ruc }) => ruc.startsWith('10'))
  const conditional = recorded.slice(0, 2_000).map((question) => question.conditional())
  const known = new Set(rows.map(({ ruc }) => ruc))
  const spent = { small: 0, slow: 0 }

  const fixed = (kind: string, target: string, isRight: (answer: Answer) => boolean, key = keys.counted): Question => ({
    ...{ kind, isRight, isCounted: key === keys.counted },
    request: requestBytes(target, key),
  })
  /** The row as it is in the edition that the answer names. */
  const shows =
    ({ names }: Row, field: string, number: string) =>
    (answer: Answer) => {
      const name = names[DATES.indexOf(editionsIn(answer.head) as (typeof DATES)[number])]
      return (
        answer.status === 200 && answer.body.includes(`:"${number}"`) && answer.body.includes(`"${field}":"${name}"`)
      )
    }
  const ruc = (): Question => {
    const row = random.pick(plain)
    return fixed('ruc', path('ruc', { numero: row.ruc }), shows(row, 'razonSocial', row.ruc))
  }
  const dni = (): Question => {
    const row = random.pick(persons)
    const numero = row.ruc.slice(2, 10)
    const [endpoint, parameter] = random.chance(0.5) ? (['dni', 'numero'] as const) : (['persona', 'dni'] as const)
    return fixed(endpoint, path(endpoint, { [parameter]: numero }), shows(row, 'nombreCompleto', numero))
  }
  const absent = (): Question => {
    for (;;) {
      const ten = `20${String(random.below(100_000_000)).padStart(8, '0')}`
      const numero = ten + rucCheckDigit(ten)
      if (!known.has(numero)) return fixed('absent', path('ruc', { numero }), answered(404, '"codigo":"no_encontrado"'))
    }
  }
  const bad = [
    path('ruc', { numero: '123' }),
    path('dni', { numero: 'x' }),
    path('aml', { nombre: 'A\u0000B' }),
    path('sanciones', { ruc: '1' }),
    path('persona', { detalle: 'x', nombre: 'QUISPE' }),
    path('nombre', { q: 'x'.repeat(201) }),
  ].map((target) => fixed('bad', target, answered(400, '"campo":')))
  const revoked = fixed(
    'revoked',
    path('ruc', { numero: '20000000001' }),
    answered(401, 'no_autenticado'),
    keys.revoked,
  )
  const limited = (name: 'small' | 'slow', codigo: string): Question =>
    fixed(
      `${name} key`,
      path('ruc', { numero: plain[0]?.ruc ?? '' }),
      (answer) => {
        if (answer.status === 200) spent[name]++
        return answer.status === 200 || answered(429, `"codigo":"${codigo}"`)(answer)
      },
      keys[name],
    )
  const small = limited('small', 'cuota_agotada')
  const slow = limited('slow', 'limite_excedido')
  const health = { ...fixed('health', '/api/health', answered(200, '"ok":true')), isCounted: false }

  const shares: readonly [number, () => Question][] = [
    [0.3, ruc],
    [0.1, dni],
    [0.06, absent],
    [0.03, () => random.pick(bad)],
    [0.01, () => revoked],
    [0.01, () => small],
    [0.01, () => slow],
    [0.001, () => health],
    [0.03, () => random.pick(conditional)],
    [1, () => random.pick(recorded)],
  ]
  const next = (): Question => {
    let drawn = random.next()
    for (const [share, make] of shares) {
      if (drawn < share) return make()
      drawn -= share
    }
    return random.pick(recorded)
  }
  return { next, spent }
}
