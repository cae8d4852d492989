/** Where a unit was reserved, and where the decision about it is counted. */
export interface UnitSource {
  charge(keyId: string, endpoint: string, thread: number, units: number): void
  release(thread: number, units: number): void
}

/** The units reserved for one request. The first call of `charge` or `release` decides; one of them must come. */
export class Reservation {
  #source: UnitSource | null
  readonly #keyId: string
  readonly #thread: number
  readonly #units: number

  constructor(source: UnitSource, keyId: string, thread: number, units = 1) {
    this.#source = source
    this.#keyId = keyId
    this.#thread = thread
    this.#units = units
  }

  /** The answer costs the account so many of these units, all unless said; the others are idle again. */
  charge(endpoint: string, units = this.#units): void {
    if (units > this.#units) throw new RangeError('more units than were reserved')
    if (units > 0) this.#source?.charge(this.#keyId, endpoint, this.#thread, units)
    if (units < this.#units) this.#source?.release(this.#thread, this.#units - units)
    this.#source = null
  }

  /** The answer is free; the units are idle again for the next request. */
  release(): void {
    this.#source?.release(this.#thread, this.#units)
    this.#source = null
  }
}
