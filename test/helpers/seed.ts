// Loaded before every test file (`--import`): gives all property tests the same seed and effort.
import fc from 'fast-check'
import { repeated } from './repeated.ts'

const DEFAULT_SEED = 20_261_115

const chooseSeed = ({ FC_SEED, CI }: NodeJS.ProcessEnv): number => {
  if (FC_SEED && FC_SEED !== 'random') return Number(FC_SEED)
  return FC_SEED === 'random' || CI ? Math.floor(Math.random() * 2 ** 31) : DEFAULT_SEED
}

/** The seed of this run. `scripts/test.js` chooses a new one in CI and prints it; `FC_SEED=<n> npm test` repeats a run. */
export const SEED = chooseSeed(process.env)

fc.configureGlobal({ seed: SEED, numRuns: repeated(60) })
