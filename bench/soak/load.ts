import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer as the checks need it; the body is the bytes as Latin-1. */
export interface Answer {
  status: number
  head: string
  body: string
}

export interface Question {
  kind: string
  request: Buffer
  /** Whether the answer is the one that must come. */
  isRight(answer: Answer): boolean
  /** Whether a 200 or a 404 costs a unit of the account that is counted. */
  isCounted: boolean
}

export interface LoadCounts {
  requests: number
  /** Answers of a server that sheds load. At full load they are no error; below it they are wrong. */
  shed: number
  wrong: number
  /** The first wrong answers, for people to read. */
  examples: string[]
  /** Questions that were due and not asked, because more than a second's worth of them waited already. */
  skipped: number
  micros: RecordableHistogram
}

interface Waiting {
  question: Question
  dueAt: number
}

/** First come, first served. `shift` of a long array would move all of it. */
class WaitingQueue {
  #items: Waiting[] = []
  #first = 0

  get length(): number {
    return this.#items.length - this.#first
  }

  push(waiting: Waiting): void {
    this.#items.push(waiting)
  }

  shift(): Waiting | undefined {
    const waiting = this.#items[this.#first]
    if (waiting) this.#first++
    if (this.length > 0) return waiting
    this.#items = []
    this.#first = 0
    return waiting
  }
}

interface Connection {
  socket: Socket
  question: Question | null
  dueAt: number
  received: string
}

const HEAD_END = '\r\n\r\n'
const TICK_MS = 1
const SHOWN = 10
const emptyCounts = (): LoadCounts => ({
  ...{ requests: 0, shed: 0, wrong: 0, examples: [], skipped: 0 },
  micros: createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 }),
})

/**
 * Asks over raw sockets. Closed loop: every connection asks again at once. Open loop: questions come at a fixed rate, and one
 * that finds no free connection waits; its time counts from when it was due.
 */
export class Load {
  readonly #connections: Connection[] = []
  readonly #free: Connection[] = []
  readonly #queue = new WaitingQueue()
  #counts = emptyCounts()
  #charged = 0
  /** Asked by every connection that becomes free, while the loop is closed. */
  #next: (() => Question) | null = null
  #isFullLoad = false
  #idle: (() => void) | null = null

  /** Answers since the beginning that cost a unit of the account that is counted. */
  get charged(): number {
    return this.#charged
  }

  async connect(port: number, connections: number): Promise<void> {
    for (let n = 0; n < connections; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      const connection: Connection = { socket, question: null, dueAt: 0, received: '' }
      socket.on('data', (chunk) => this.#receive(connection, chunk))
      socket.on('close', () => this.#lost(connection))
      socket.on('error', () => {})
      this.#connections.push(connection)
      this.#free.push(connection)
    }
  }

  /** What was counted since the last call. */
  takeCounts(): LoadCounts {
    const counts = this.#counts
    this.#counts = emptyCounts()
    return counts
  }

  async runClosed(next: () => Question, seconds: number): Promise<void> {
    this.#next = next
    this.#isFullLoad = true
    for (const connection of this.#free.splice(0)) this.#send(connection, next(), performance.now())
    await pause(seconds * 1000)
    this.#next = null
    await this.#settled()
    this.#isFullLoad = false
  }

  /** Asks `perSecond` questions a second until the returned function is called. */
  startOpen(next: () => Question, perSecond: number): () => Promise<void> {
    const startedAt = performance.now()
    let asked = 0
    const timer = setInterval(() => {
      const now = performance.now()
      const due = Math.floor(((now - startedAt) / 1000) * perSecond)
      for (; asked < due; asked++) {
        // A machine that others keep busy would leave a queue that never ends.
        if (this.#queue.length < perSecond) this.#ask(next(), now)
        else this.#counts.skipped++
      }
    }, TICK_MS)
    return async () => {
      clearInterval(timer)
      await this.#settled()
    }
  }

  /** Asks each question once, as fast as they are answered. */
  async askAll(questions: readonly Question[]): Promise<void> {
    this.#isFullLoad = true
    for (const question of questions) this.#ask(question, performance.now())
    await this.#settled()
    this.#isFullLoad = false
  }

  close(): void {
    for (const { socket } of this.#connections) socket.removeAllListeners('close').destroy()
  }

  #settled(): Promise<void> {
    if (this.#free.length === this.#connections.length) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle = resolve
    })
  }

  #ask(question: Question, dueAt: number): void {
    const connection = this.#free.pop()
    if (connection) return this.#send(connection, question, dueAt)
    this.#queue.push({ question, dueAt })
  }

  #send(connection: Connection, question: Question, dueAt: number): void {
    connection.question = question
    connection.dueAt = dueAt
    connection.socket.write(question.request)
  }

  #receive(connection: Connection, chunk: Buffer): void {
    const text = chunk.toString('latin1')
    connection.received = connection.received === '' ? text : connection.received + text
    const { received, question } = connection
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd < 0 || !question) return
    const head = received.slice(0, headEnd + 2)
    const bodyStart = headEnd + HEAD_END.length
    if (received.length < bodyStart + Number(headerOf(head, 'content-length') ?? 0)) return
    connection.received = ''
    connection.question = null
    this.#count(
      question,
      { status: Number(head.slice(9, 12)), head, body: received.slice(bodyStart) },
      connection.dueAt,
    )
    this.#release(connection)
  }

  #count(question: Question, answer: Answer, dueAt: number): void {
    const counts = this.#counts
    counts.requests++
    counts.micros.record(Math.max(1, Math.round((performance.now() - dueAt) * 1000)))
    if (question.isCounted && (answer.status === 200 || answer.status === 404)) this.#charged++
    if (this.#isFullLoad && answer.status === 503 && answer.body.includes('"codigo":"sobrecarga"')) counts.shed++
    else if (!question.isRight(answer)) this.#wrong(question, `${answer.head}\r\n${answer.body.slice(0, 400)}`)
  }

  #wrong({ kind, request }: Question, shown: string): void {
    this.#counts.wrong++
    const asked = request.toString('latin1', 0, request.indexOf('\r\n'))
    if (this.#counts.examples.length < SHOWN) this.#counts.examples.push(`${kind}: ${asked}\n${shown}`)
  }

  #release(connection: Connection): void {
    const waiting = this.#queue.shift()
    if (waiting) return this.#send(connection, waiting.question, waiting.dueAt)
    if (this.#next) return this.#send(connection, this.#next(), performance.now())
    this.#free.push(connection)
    this.#tellIdle()
  }

  /** A server under load keeps its connections: one that ends is an error, and is not replaced. */
  #lost(connection: Connection): void {
    const { question } = connection
    this.#connections.splice(this.#connections.indexOf(connection), 1)
    const at = this.#free.indexOf(connection)
    if (at >= 0) this.#free.splice(at, 1)
    if (question) this.#wrong(question, 'the connection ended without an answer')
    else this.#counts.examples.push('an idle connection was ended')
    this.#tellIdle()
  }

  #tellIdle(): void {
    if (this.#free.length < this.#connections.length) return
    this.#idle?.()
    this.#idle = null
  }
}

/** The value of a header in a head as received; undefined when absent. */
export const headerOf = (head: string, name: string): string | undefined => {
  const at = head.indexOf(`\r\n${name}: `)
  if (at < 0) return undefined
  const from = at + name.length + 4
  return head.slice(from, head.indexOf('\r\n', from))
}
