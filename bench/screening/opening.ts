import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, LIMITS } from '../../test/helpers/screening/limits.ts'
import type { BuiltEdition } from '../../test/helpers/screening/lists.ts'
import { runStep } from '../run-step.ts'

interface Opened {
  openMs: number
  memoryMb: number
}

const STEP = new URL('./open-step.ts', import.meta.url)
const ROUNDS = 5

type Editions = Record<string, BuiltEdition>

/** All lists in new processes, with their stored index. */
export const measureOpeningAll = async (all: Editions): Promise<Check[]> => {
  const { openMs, memoryMb } = await openRounds(all, () => {})
  const { withIndexMs, memoryMb: most } = LIMITS.allLists
  return [
    check('all lists opened, with their index', openMs, withIndexMs, 'ms'),
    check('all lists opened, memory with their index', memoryMb, most, 'MB'),
  ]
}

const check = (what: string, measured: number, limit: number, unit: string): Check => ({
  ...{ what, measured, limit, unit },
  must: 'stay within',
})

/** The best of a few rounds, and the most memory. */
const openRounds = async (all: Editions, prepare: () => void): Promise<Opened> => {
  const editions = JSON.stringify(
    Object.fromEntries(Object.entries(all).map(([id, { dir, facts }]) => [id, { dir, facts }])),
  )
  const rounds: Opened[] = []
  for (let round = 0; round < ROUNDS; round++) {
    prepare()
    rounds.push(await runStep<Opened>(STEP, [editions], ['--expose-gc']))
  }
  return {
    openMs: Math.min(...rounds.map(({ openMs }) => openMs)),
    memoryMb: Math.max(...rounds.map(({ memoryMb }) => memoryMb)),
  }
}

/** Opens both lists in new processes, with their stored index and without. */
export const measureOpening = async (us: BuiltEdition, un: BuiltEdition): Promise<Check[]> => {
  const open = (prepare: () => void): Promise<Opened> => openRounds({ us, un }, prepare)
  const removeIndexes = (): void => {
    for (const { dir } of [us, un]) for (const name of globSync('*.index', { cwd: dir })) rmSync(join(dir, name))
  }
  // Without an index the lists write one, so the second measure finds it.
  const without = await open(removeIndexes)
  const withIndex = await open(() => {})
  const { withIndexMs, withoutIndexMs, memoryMb } = LIMITS.lists
  return [
    check('both lists opened, with their index', withIndex.openMs, withIndexMs, 'ms'),
    check('both lists opened, without an index', without.openMs, withoutIndexMs, 'ms'),
    check('both lists opened, memory with their index', withIndex.memoryMb, memoryMb, 'MB'),
    check('both lists opened, memory without an index', without.memoryMb, memoryMb, 'MB'),
  ]
}
