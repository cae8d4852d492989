import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Fleet, LATER_MS, rest, type Ship, STORES, spend } from '../../../test/helpers/fleet.ts'
import { leaseLimit } from './ledger.ts'

type Act = 'reserve' | 'keep' | 'giveBack' | 'poll' | 'flush' | 'stop' | 'kill'

/** A fleet and what must be true of it. */
class Voyage {
  readonly fleet: Fleet
  readonly quota: number
  kept = 0
  kills = 0
  #reportedAtMs = 0

  constructor(fleet: Fleet, quota: number) {
    this.fleet = fleet
    this.quota = quota
  }

  get undecided(): number {
    return this.fleet.ships.reduce((sum, ship) => sum + ship.undecided.length, 0)
  }

  readonly acts: Record<Act, (ship: Ship, pick: number) => unknown> = {
    reserve: (ship) => this.reserve(ship),
    keep: (ship, pick) => {
      const [chosen] = ship.undecided.splice(pick % Math.max(1, ship.undecided.length), 1)
      chosen?.keep('ruc')
      if (chosen) this.kept++
    },
    giveBack: (ship, pick) => ship.undecided.splice(pick % Math.max(1, ship.undecided.length), 1)[0]?.giveBack(),
    poll: () => this.fleet.poll(),
    flush: (ship) => ship.accounts.flush(),
    stop: async (ship) => {
      await this.giveBackAll([ship])
      await this.fleet.stop(ship)
      await this.fleet.launch()
    },
    kill: async (ship) => {
      this.kills++
      await this.fleet.crash(ship)
      await this.fleet.launch()
    },
  }

  /** Every second of it, as in service, each instance reports and so shows that it lives. */
  async passTime(): Promise<void> {
    this.fleet.clock.advance(LATER_MS)
    if (this.fleet.clock.now() - this.#reportedAtMs < 1_000) return
    this.#reportedAtMs = this.fleet.clock.now()
    for (const { accounts } of this.fleet.ships) await accounts.flush()
  }

  async reserve({ accounts, holder, undecided }: Ship): Promise<void> {
    await this.passTime()
    let refused = false
    Promise.resolve(accounts.reserve(holder)).then(
      (granted) => (granted ? undecided.push(granted) : (refused = true)),
      // A killed instance answers nobody.
      () => {},
    )
    await rest()
    if (refused && this.kills === 0)
      assert.equal(this.kept + this.undecided, this.quota, 'refused while a unit was idle')
  }

  /** Requests that were waiting are served by what is given back, so it takes more than one round. */
  async giveBackAll(ships: readonly Ship[]): Promise<void> {
    while (ships.some(({ undecided }) => undecided.length > 0)) {
      for (const { undecided } of ships) for (const one of undecided.splice(0)) one.giveBack()
      await rest()
    }
  }

  /** What is left for a last instance after all others stopped cleanly. */
  async comeHome(): Promise<void> {
    await this.giveBackAll(this.fleet.ships)
    for (const ship of [...this.fleet.ships]) await this.fleet.stop(ship)
    this.kept += await spend(await this.fleet.launch(), this.quota + 1)
  }
}

const act = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Act>('reserve') },
  { weight: 5, arbitrary: fc.constantFrom<Act>('keep', 'giveBack') },
  { weight: 2, arbitrary: fc.constantFrom<Act>('poll', 'flush') },
  { weight: 1, arbitrary: fc.constantFrom<Act>('stop', 'kill') },
)
const step = fc.record({ ship: fc.nat(2), act, pick: fc.nat(50) })
const steps = fc.array(step, { minLength: 20, maxLength: 120 })
// Small quotas are used up soon; larger ones leave idle units in several hands.
const quota = fc.oneof(fc.nat(12), fc.nat(60))

for (const [name, factory] of Object.entries(STORES)) {
  test(`${name}: under any interleaving nothing is granted twice and a kill loses little`, async () => {
    const property = fc.asyncProperty(quota, steps, fc.boolean(), async (units, course, mayKill) => {
      const voyage = new Voyage(await new Fleet(factory).start({ quota: units }), units)
      try {
        for (let i = 0; i < 3; i++) await voyage.fleet.launch()
        for (const { ship, act: chosen, pick } of course) {
          const next = chosen === 'kill' && !mayKill ? 'stop' : chosen
          await voyage.acts[next](voyage.fleet.ships[ship] as Ship, pick)
          await rest()
          assert.ok(voyage.kept + voyage.undecided <= units)
        }
        await voyage.comeHome()
        assert.ok(voyage.kept <= units)
        assert.ok(voyage.kept >= units - voyage.kills * leaseLimit(units))
      } finally {
        await voyage.fleet.sink()
      }
    })
    await fc.assert(property, { numRuns: 100 })
  })
}
