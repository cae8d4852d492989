import type { EditionFacts } from '../../src/datasets/editions/dataset.ts'
import { unList } from '../../src/datasets/screening-lists/un/index.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { QuestionReader } from '../../src/domain/screening/match/question.ts'
import { screen } from '../../src/domain/screening/screen.ts'

// Runs in a process of its own: the time to open both lists from disk, and the memory they take once they have answered.
const settledRss = (): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage.rss()
}

const editions = JSON.parse(process.argv[2] as string) as Record<'us' | 'un', { dir: string; facts: EditionFacts }>
const settings = { from: '', clock: limaClock() }
const before = settledRss()
const [started, cpuBefore] = [performance.now(), process.cpuUsage()]
const us = await usList(settings).open(editions.us.dir, editions.us.facts)
const un = await unList(settings).open(editions.un.dir, editions.un.facts)
// On a busy machine the processor time is nearer to what a free one needs; it counts the helper threads too.
const { user, system } = process.cpuUsage(cpuBefore)
const openMs = Math.min(performance.now() - started, (user + system) / 1_000)
const { hits } = screen(new QuestionReader().read('MOHAMMAD ALI'), [us.matcher, un.matcher])
if (hits.length === 0) throw new Error('the lists found nobody')
process.send?.({ openMs, memoryMb: (settledRss() - before) / 2 ** 20 })
