import { AsyncLocalStorage } from 'node:async_hooks'

type Rest = () => Promise<void>

const rests = new AsyncLocalStorage<Rest>()

/** Runs `call` so that `restBetweenQueries` inside it waits as its source is spaced. */
export const withRest = <T>(rest: Rest, call: () => T): T => rests.run(rest, call)

/** For a question that needs a second query: the same pause that two questions would keep. None outside a guarded call. */
export const restBetweenQueries = async (): Promise<void> => {
  await rests.getStore()?.()
}
