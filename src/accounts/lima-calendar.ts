import type { LimaClock } from '../domain/lima-time.ts'

/** Lima's day and month, computed once a day instead of once per request. */
export class LimaCalendar {
  readonly #clock: LimaClock
  #validFromMs = 0
  #validUntilMs = 0
  #today = ''
  #month = ''
  #daysAfterToday = 0

  constructor(clock: LimaClock) {
    this.#clock = clock
  }

  get today(): string {
    this.#refresh()
    return this.#today
  }

  /** `YYYY-MM` */
  get month(): string {
    this.#refresh()
    return this.#month
  }

  get secondsToMonthEnd(): number {
    this.#refresh()
    return this.#daysAfterToday * 86_400 + Math.ceil(this.#clock.untilLimaMidnightMs() / 1_000)
  }

  #refresh(): void {
    const now = this.#clock.now()
    if (now >= this.#validFromMs && now < this.#validUntilMs) return
    this.#validFromMs = now
    this.#validUntilMs = now + this.#clock.untilLimaMidnightMs()
    this.#today = this.#clock.limaDate()
    this.#month = this.#today.slice(0, 7)
    const [year, month, day] = this.#today.split('-').map(Number) as [number, number, number]
    this.#daysAfterToday = new Date(Date.UTC(year, month, 0)).getUTCDate() - day
  }
}
