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

/** Opens both lists in new processes, with their stored index and without; the best of a few rounds, and the most memory. */
export const measureOpening = async (us: BuiltEdition, un: BuiltEdition): Promise<Check[]> => {
  const editions = JSON.stringify({ us: { dir: us.dir, facts: us.facts }, un: { dir: un.dir, facts: un.facts } })
  const open = async (prepare: () => void): Promise<Opened> => {
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
  const removeIndexes = (): void => {
    for (const { dir } of [us, un]) for (const name of globSync('*.index', { cwd: dir })) rmSync(join(dir, name))
  }
  // Without an index the lists write one, so the second measure finds it.
  const without = await open(removeIndexes)
  const withIndex = await open(() => {})
  const { withIndexMs, withoutIndexMs, memoryMb } = LIMITS.lists
  const check = (what: string, measured: number, limit: number, unit: string): Check => ({
    ...{ what: `both lists opened, ${what}`, measured, limit, unit },
    must: 'stay within',
  })
  return [
    check('with their index', withIndex.openMs, withIndexMs, 'ms'),
    check('without an index', without.openMs, withoutIndexMs, 'ms'),
    check('memory with their index', withIndex.memoryMb, memoryMb, 'MB'),
    check('memory without an index', without.memoryMb, memoryMb, 'MB'),
  ]
}
