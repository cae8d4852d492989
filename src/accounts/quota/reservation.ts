/** Where a unit was taken from and where its fate is written. */
export interface ReservationBook {
  charge(keyId: string, endpoint: string): void
  restock(): void
}

/** One unit set aside for one request. The first of `keep` and `giveBack` decides; one of them must come. */
export class Reservation {
  #book: ReservationBook | null
  readonly #keyId: string

  constructor(book: ReservationBook, keyId: string) {
    this.#book = book
    this.#keyId = keyId
  }

  /** The answer is charged to the key's account. */
  keep(endpoint: string): void {
    this.#book?.charge(this.#keyId, endpoint)
    this.#book = null
  }

  /** The answer costs nothing; the unit is free for the next request. */
  giveBack(): void {
    this.#book?.restock()
    this.#book = null
  }
}
