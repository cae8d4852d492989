// Numbers that only the leasing thread writes; the others show them to callers.
const QUOTA = 0
const TAKEN = 1
const REJECT_UNTIL = 2
const FLOATS = 3

const IDLE = 0
const CHARGED = 1
/** Below this many idle units the leasing thread wants to hear of it. */
const LOW = 2
/** 1 while the leasing thread wants to hear of every decision. */
const WANTED = 3
/** 1 while a notice is on its way to the leasing thread. */
const NOTICED = 4
/** 1 since the last settlement in which a unit was reserved. */
const USED = 5
/** 1 when the store that leased these units is gone. */
const CLOSED = 6
const RESERVED = 7

/** Memory that threads share; a process with one thread needs no such memory. */
export const newMemory = (bytes: number, threads: number): ArrayBufferLike =>
  threads > 1 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)

/**
 * The counts of one account and month that every HTTP thread changes by itself, without a lock and without waiting. Units
 * are reserved per thread, so that those of a thread that died can be released.
 */
export class UnitCells {
  readonly memory: ArrayBufferLike
  readonly #floats: Float64Array
  readonly #counts: Int32Array

  constructor(memory: ArrayBufferLike) {
    this.memory = memory
    this.#floats = new Float64Array(memory, 0, FLOATS)
    this.#counts = new Int32Array(memory, FLOATS * 8)
  }

  /** Cells for this many threads. The leasing thread is number 0. */
  static forThreads(threads: number): UnitCells {
    return new UnitCells(newMemory(FLOATS * 8 + (RESERVED + threads) * 4, threads))
  }

  get quota(): number {
    return this.#floats[QUOTA] as number
  }

  set quota(units: number) {
    this.#floats[QUOTA] = units
  }

  /** Units charged by or leased to any instance, as the store last said. */
  get taken(): number {
    return this.#floats[TAKEN] as number
  }

  set taken(units: number) {
    this.#floats[TAKEN] = units
  }

  /** Until then the quota counts as used up, without a question to the store. */
  get rejectUntilMs(): number {
    return this.#floats[REJECT_UNTIL] as number
  }

  set rejectUntilMs(ms: number) {
    this.#floats[REJECT_UNTIL] = ms
  }

  /** Units that the store could still lease to anybody. */
  get free(): number {
    return Math.max(0, this.quota - this.taken)
  }

  /** Units this instance could still grant, as far as it knows. */
  get remaining(): number {
    return this.free + this.idle
  }

  get idle(): number {
    return Atomics.load(this.#counts, IDLE)
  }

  /** Charged and not settled yet. */
  get charged(): number {
    return Atomics.load(this.#counts, CHARGED)
  }

  addIdle(units: number): void {
    Atomics.add(this.#counts, IDLE, units)
  }

  addCharged(units: number): void {
    Atomics.add(this.#counts, CHARGED, units)
  }

  /** Turns idle units into reserved ones, all or none; false when there are not so many. */
  reserve(thread: number, units = 1): boolean {
    const counts = this.#counts
    for (let idle = Atomics.load(counts, IDLE); idle >= units; ) {
      const before = Atomics.compareExchange(counts, IDLE, idle, idle - units)
      if (before === idle) {
        Atomics.add(counts, RESERVED + thread, units)
        if (counts[USED] === 0) Atomics.store(counts, USED, 1)
        return true
      }
      idle = before
    }
    return false
  }

  charge(thread: number, units = 1): void {
    Atomics.sub(this.#counts, RESERVED + thread, units)
    Atomics.add(this.#counts, CHARGED, units)
  }

  release(thread: number, units = 1): void {
    Atomics.sub(this.#counts, RESERVED + thread, units)
    Atomics.add(this.#counts, IDLE, units)
  }

  takeIdle(): number {
    return Atomics.exchange(this.#counts, IDLE, 0)
  }

  takeCharged(): number {
    return Atomics.exchange(this.#counts, CHARGED, 0)
  }

  /** Releases what a thread that ended had reserved: its requests got no answer. */
  releaseAll(thread: number): void {
    Atomics.add(this.#counts, IDLE, Atomics.exchange(this.#counts, RESERVED + thread, 0))
  }

  /** Whether a unit was reserved since the last call. */
  takeUsed(): boolean {
    return Atomics.exchange(this.#counts, USED, 0) === 1
  }

  set low(units: number) {
    Atomics.store(this.#counts, LOW, units)
  }

  get isLow(): boolean {
    return this.idle < Atomics.load(this.#counts, LOW)
  }

  get isWanted(): boolean {
    return Atomics.load(this.#counts, WANTED) === 1
  }

  set isWanted(wanted: boolean) {
    Atomics.store(this.#counts, WANTED, wanted ? 1 : 0)
  }

  /** True for the first thread that has something to tell; the others need not repeat it. */
  startNotice(): boolean {
    return Atomics.exchange(this.#counts, NOTICED, 1) === 0
  }

  endNotice(): void {
    Atomics.store(this.#counts, NOTICED, 0)
  }

  get isClosed(): boolean {
    return Atomics.load(this.#counts, CLOSED) === 1
  }

  close(): void {
    Atomics.store(this.#counts, CLOSED, 1)
  }
}
