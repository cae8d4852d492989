import { setTimeout as pause } from 'node:timers/promises'

const SHORTEST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 200
// With the pauses above about a minute, and longer where every question takes long itself.
const TRIES = 300

/**
 * Asks again until the answer is the wanted one, with growing pauses. Gives up after a number of tries, not at a time,
 * and then gives the last answer, so that the test's own assertion shows it.
 */
export const askUntil = async <Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<Answer> => {
  let pauseMs = Math.min(SHORTEST_PAUSE_MS, longestPauseMs)
  for (let tried = 1; ; tried++) {
    const answer = await ask()
    if (isWanted(answer) || tried >= TRIES) return answer
    await pause(pauseMs)
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

/** Waits for a state; fails when it never comes. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  if (!(await askUntil(holds, (answer) => answer))) throw new Error('the state never came')
}
