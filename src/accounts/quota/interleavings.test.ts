import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  AFTER_REJECTION_MS,
  Cluster,
  type ClusterInstance,
  STORES,
  settlePromises,
  spend,
} from '../../../test/helpers/cluster.ts'
import { repeated } from '../../../test/helpers/repeated.ts'
import { leaseLimit } from './lease-queue.ts'
import type { Reservation } from './reservation.ts'

type Action = 'reserve' | 'charge' | 'release' | 'poll' | 'flush' | 'stop' | 'kill'

/** Runs actions on a cluster and checks what must always hold. */
class Scenario {
  readonly cluster: Cluster
  readonly quota: number
  charged = 0
  kills = 0
  #settledAtMs = 0
  readonly #unitsOf = new WeakMap<Reservation, number>()

  constructor(cluster: Cluster, quota: number) {
    this.cluster = cluster
    this.quota = quota
  }

  /** Units of the requests under way. */
  get undecided(): number {
    const all = this.cluster.instances.flatMap(({ undecided }) => undecided)
    return all.reduce((sum, one) => sum + (this.#unitsOf.get(one) as number), 0)
  }

  readonly actions: Record<Action, (instance: ClusterInstance, pick: number) => unknown> = {
    // Most questions cost one unit; those about a supplier as many as it has parts.
    reserve: (instance, pick) => this.reserve(instance, pick % 3 === 0 ? 1 + (pick % 6) : 1),
    charge: (instance, pick) => {
      const [chosen] = instance.undecided.splice(pick % Math.max(1, instance.undecided.length), 1)
      if (!chosen) return
      const units = pick % ((this.#unitsOf.get(chosen) as number) + 1)
      chosen.charge('ruc', units)
      this.charged += units
    },
    release: (instance, pick) =>
      instance.undecided.splice(pick % Math.max(1, instance.undecided.length), 1)[0]?.release(),
    poll: () => this.cluster.poll(),
    flush: (instance) => instance.accounts.flush(),
    stop: async (instance) => {
      await this.releaseAll([instance])
      await this.cluster.stopInstance(instance)
      await this.cluster.startInstance()
    },
    kill: async (instance) => {
      this.kills++
      await this.cluster.killInstance(instance)
      await this.cluster.startInstance()
    },
  }

  /** As in service, every instance settles once a second, which is also its heartbeat. */
  async passTime(): Promise<void> {
    this.cluster.clock.advance(AFTER_REJECTION_MS)
    if (this.cluster.clock.now() - this.#settledAtMs < 1_000) return
    this.#settledAtMs = this.cluster.clock.now()
    for (const { accounts } of this.cluster.instances) await accounts.flush()
  }

  async reserve({ accounts, holder, undecided }: ClusterInstance, units: number): Promise<void> {
    await this.passTime()
    let rejected = false
    Promise.resolve(accounts.reserve(holder, units)).then(
      (granted) => {
        if (granted) this.#unitsOf.set(granted, units)
        if (granted) undecided.push(granted)
        else rejected = true
      },
      // A killed instance does not answer.
      () => {},
    )
    await settlePromises()
    if (rejected && this.kills === 0)
      assert.ok(this.charged + this.undecided + units > this.quota, 'rejected while its units were idle')
  }

  /** Released units go to requests that were waiting, so it takes several rounds. */
  async releaseAll(instances: readonly ClusterInstance[]): Promise<void> {
    while (instances.some(({ undecided }) => undecided.length > 0)) {
      for (const { undecided } of instances) for (const one of undecided.splice(0)) one.release()
      await settlePromises()
    }
  }

  /** Stops all instances cleanly and spends what is left with a last one. */
  async finish(): Promise<void> {
    await this.releaseAll(this.cluster.instances)
    for (const instance of [...this.cluster.instances]) await this.cluster.stopInstance(instance)
    this.charged += await spend(await this.cluster.startInstance(), this.quota + 1)
  }
}

const action = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Action>('reserve') },
  { weight: 5, arbitrary: fc.constantFrom<Action>('charge', 'release') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('poll', 'flush') },
  { weight: 1, arbitrary: fc.constantFrom<Action>('stop', 'kill') },
)
const step = fc.record({ index: fc.nat(2), action, pick: fc.nat(50) })
const steps = fc.array(step, { minLength: 20, maxLength: 120 })
// Small quotas are used up soon; with larger ones several instances hold idle units.
const quota = fc.oneof(fc.nat(12), fc.nat(60))

/** A server answers later than a file of this process. */
const RUNS: Record<string, number> = { sqlite: repeated(20), postgres: repeated(4) }

for (const [name, openStore] of Object.entries(STORES)) {
  test(`${name}: in any order of actions no unit is granted twice, and a kill loses no more than the lease limit`, async () => {
    const property = fc.asyncProperty(quota, steps, fc.boolean(), async (units, actions, mayKill) => {
      const scenario = new Scenario(await new Cluster(openStore).start({ quota: units }), units)
      try {
        for (let i = 0; i < 3; i++) await scenario.cluster.startInstance()
        for (const { index, action: chosen, pick } of actions) {
          const next = chosen === 'kill' && !mayKill ? 'stop' : chosen
          await scenario.actions[next](scenario.cluster.instances[index] as ClusterInstance, pick)
          await settlePromises()
          assert.ok(scenario.charged + scenario.undecided <= units)
        }
        await scenario.finish()
        assert.ok(scenario.charged <= units)
        assert.ok(scenario.charged >= units - scenario.kills * leaseLimit(units))
      } finally {
        await scenario.cluster.remove()
      }
    })
    // It would take far longer to make the steps of a failure as few as possible.
    await fc.assert(property, { numRuns: RUNS[name] as number, endOnFailure: true })
  })
}
