import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../sandbox/random.ts'
import { closeAfterTests, temporaryFolder } from '../../test/helpers/cleanup.ts'
import { nextEdition, rowsOf, seededSubjects, WatchModel } from '../../test/helpers/watch-model.ts'
import { listedParty, openTestWatch, WatchedLists } from '../../test/helpers/watched-world.ts'
import { limaClock } from '../domain/lima-time.ts'
import type { ListedParty } from '../domain/screening/party.ts'
import { screeningQuery } from './review/screen-subjects.ts'
import { openFolderWatch } from './store/open-store.ts'

const whenDone = closeAfterTests()
const clock = limaClock('2026-11-15')
const GIVEN = ['ZENOBIO', 'EVARISTO', 'PETRONILA', 'BRUNILDA', 'ARDELIO', 'CASIMIRO']
const SURNAMES = ['TARQUILLO', 'CHUQUIPOMA', 'MOLLEPAZA', 'HUANCA', 'YARLEQUE', 'QUISPILLO']

/** The full size is `npm run bench -- watch`. */
for (const seed of [1, 2, 3])
  test(`alerts are those that brute force finds over many editions (${seed})`, async () => {
    const random = seededRandom(seed)
    const database = await openFolderWatch(temporaryFolder())
    whenDone(() => database.close())
    const lists = new WatchedLists()
    const watch = openTestWatch({ database, lists, clock })
    whenDone(() => watch.stop())
    const model = new WatchModel()
    let numbers = 0
    const newNumber = (): string => String(++numbers)
    const names = GIVEN.flatMap((given) => SURNAMES.map((one) => `${given} ${one} ${random.pick(SURNAMES)}`))
    const newParty = (): ListedParty => {
      const births = random.chance(0.7) ? [String(1940 + random.below(60))] : []
      return listedParty(random.chance(0.5) ? 'US' : 'UN', newNumber(), [random.pick(names)], { births })
    }
    const subjects = seededSubjects(names, 60, seed)
    for (const facts of subjects) await watch.put(facts)
    let parties = Array.from({ length: 30 }, newParty)
    const gone: ListedParty[] = []
    /** Entries that go on under another number: they never come back under the old one. */
    const renumbered = new Set<string>()
    for (let edition = 0; edition < 12; edition++) {
      const next = edition === 0 ? { parties, former: new Map() } : nextEdition(parties, random, newNumber)
      gone.push(...parties.filter((party) => !next.parties.some(({ referencia }) => referencia === party.referencia)))
      parties = [...next.parties, newParty()]
      const back = gone[random.below(gone.length)]
      for (const old of next.former.values()) renumbered.add(old)
      if (
        back &&
        !renumbered.has(`${back.fuente}:${back.referencia}`) &&
        !parties.some(({ referencia }) => referencia === back.referencia)
      )
        parties.push(back)
      lists.publish(parties)
      await watch.settled()
      const { aml } = lists.lookups(clock)
      for (const facts of subjects) {
        const { data } = await aml(screeningQuery(facts))
        assert.notEqual(data.truncado, true)
        model.screened(facts.referencia, data, (entry) => next.former.get(entry))
      }
      const alerts = await watch.requests.listAlerts({ accountId: 'acc', most: 10_000 })
      assert.deepEqual(rowsOf(alerts), model.rows(), `edition ${edition}`)
      for (const alert of alerts) {
        if (alert.estado === 'retirada' || !random.chance(0.3)) continue
        const query = { decision: 'descartada', motivo: 'otro_nacimiento' }
        await watch.requests.decideAlert({ accountId: 'acc', id: alert.id, persona: 'Rosa', query })
        model.dismissed(alert)
      }
    }
    assert.ok(model.alerts.length > 50)
    for (const estado of ['abierta', 'descartada', 'retirada'])
      assert.ok(
        model.alerts.some((alert) => alert.estado === estado),
        estado,
      )
  })
