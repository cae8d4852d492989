import type { LimaClock } from '../../domain/lima-time.ts'

/** Lima's day and month, worked out once a day instead of once a request. */
export class LimaCalendar {
  readonly #clock: LimaClock
  #from = 0
  #until = 0
  #today = ''
  #month = ''
  #daysAfterToday = 0

  constructor(clock: LimaClock) {
    this.#clock = clock
  }

  get today(): string {
    this.#turn()
    return this.#today
  }

  /** `YYYY-MM` */
  get month(): string {
    this.#turn()
    return this.#month
  }

  get secondsToMonthEnd(): number {
    this.#turn()
    return this.#daysAfterToday * 86_400 + Math.ceil(this.#clock.untilLimaMidnightMs() / 1_000)
  }

  #turn(): void {
    const now = this.#clock.now()
    if (now >= this.#from && now < this.#until) return
    this.#from = now
    this.#until = now + this.#clock.untilLimaMidnightMs()
    this.#today = this.#clock.limaDate()
    this.#month = this.#today.slice(0, 7)
    const [year, month, day] = this.#today.split('-').map(Number) as [number, number, number]
    this.#daysAfterToday = new Date(Date.UTC(year, month, 0)).getUTCDate() - day
  }
}
