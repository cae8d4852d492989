/** Where a unit was reserved, and where the decision about it is counted. */
export interface UnitSource {
  charge(keyId: string, endpoint: string, thread: number): void
  release(thread: number): void
}

/** One unit reserved for one request. The first call of `charge` or `release` decides; one of them must come. */
export class Reservation {
  #source: UnitSource | null
  readonly #keyId: string
  readonly #thread: number

  constructor(source: UnitSource, keyId: string, thread: number) {
    this.#source = source
    this.#keyId = keyId
    this.#thread = thread
  }

  /** The answer costs the account this unit. */
  charge(endpoint: string): void {
    this.#source?.charge(this.#keyId, endpoint, this.#thread)
    this.#source = null
  }

  /** The answer is free; the unit is idle again for the next request. */
  release(): void {
    this.#source?.release(this.#thread)
    this.#source = null
  }
}
