import assert from 'node:assert/strict'
import { seededRandom } from '../../sandbox/random.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Alert, SubjectFacts } from '../../src/domain/records.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import type { Database } from '../../src/kernel/sql/database.ts'
import { screeningQuery } from '../../src/watch/review/screen-subjects.ts'
import { openFolderWatch } from '../../src/watch/store/open-store.ts'
import { nextEdition, rowsOf, WatchModel } from '../../test/helpers/watch-model.ts'
import { openTestWatch, type TestWatch, WatchedLists } from '../../test/helpers/watched-world.ts'

const POLL_MS = 250
const clock = limaClock('2026-11-15')

/** Every subject was screened with the lists in service. Asked seldom, so that asking costs nothing. */
const settled = async (database: Database, lists: WatchedLists): Promise<void> => {
  const wanted = JSON.stringify(Object.fromEntries(lists.editions().map(({ id, edicion }) => [id, edicion])))
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const newest = await database.get<{ seq: number; editions: string; least: number }>(
      `SELECT seq, editions, (SELECT min(settled_seq) FROM watch_subjects WHERE account_id = 'acc') AS least
       FROM watch_editions ORDER BY seq DESC LIMIT 1`,
    )
    if (newest?.editions === wanted && newest.least >= newest.seq) return
  }
}

const allAlerts = async (watch: TestWatch): Promise<Alert[]> => {
  const found: Alert[] = []
  for (let page: Alert[] = []; ; ) {
    page = await watch.requests.listAlerts({ accountId: 'acc', after: page.at(-1)?.id, most: 1_000 })
    found.push(...page)
    if (page.length < 1_000) return found
  }
}

/**
 * Editions made from real lists, one after the other: after each the alerts must be those that brute force finds. Returns the
 * processor seconds that one screening of all subjects took, the median of all.
 */
export const measureAlerts = async (
  folder: string,
  parties: readonly ListedParty[],
  subjects: readonly SubjectFacts[],
  editions: number,
): Promise<number> => {
  const random = seededRandom(27)
  const database = await openFolderWatch(folder, { onTrouble: () => {}, onFailure: () => {} })
  const lists = new WatchedLists()
  const watch = openTestWatch({ database, lists, clock })
  const model = new WatchModel()
  let numbers = 0
  const newNumber = (): string => `N${++numbers}`
  let current = [...parties]
  lists.publish(current)
  for (let at = 0; at < subjects.length; at += 500)
    await watch.requests.putSubjects({ accountId: 'acc', keyId: 'key', subjects: subjects.slice(at, at + 500) })
  const costs: number[] = []
  for (let edition = 0; edition < editions; edition++) {
    const next = edition === 0 ? { parties: current, former: new Map() } : nextEdition(current, random, newNumber)
    // Some of those that left come back in the next edition.
    const gone = current.filter((party) => !next.parties.some((one) => one === party)).slice(0, 1)
    current = [...next.parties]
    lists.publish(current)
    const before = process.cpuUsage()
    await settled(database, lists)
    const { user, system } = process.cpuUsage(before)
    // The first one finds everything for the first time.
    if (edition > 0) costs.push((user + system) / 1e6)
    const { aml } = lists.lookups(clock)
    for (const facts of subjects) {
      const { data } = await aml(screeningQuery(facts))
      if (data.total > 0 || edition > 0) model.screened(facts.referencia, data, (entry) => next.former.get(entry))
    }
    const alerts = await allAlerts(watch)
    assert.deepEqual(rowsOf(alerts), model.rows(), `edition ${edition}`)
    for (const alert of alerts) {
      if (alert.estado === 'retirada' || !random.chance(0.2)) continue
      const query = { decision: 'descartada', motivo: 'otro_nacimiento' }
      model.dismissed(await watch.requests.decideAlert({ accountId: 'acc', id: alert.id, persona: 'Rosa', query }))
    }
    const cost = costs.at(-1)
    console.log(`edition ${edition + 1}: ${alerts.length} alerts as brute force${cost ? `, ${cost.toFixed(1)} s` : ''}`)
    // The same edition once more creates nothing.
    const events = await database.get<{ n: number }>('SELECT count(*) AS n FROM watch_alerts')
    assert.equal(events?.n, alerts.length)
    current.push(...gone.filter(({ referencia }) => !current.some((one) => one.referencia === referencia)))
  }
  await watch.stop()
  await database.close()
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
}
