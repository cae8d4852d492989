import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Half of a thread's young generation. Requests make little that lives long. With less, what is in flight is copied again
 * and again; by itself V8 lets a busy main thread grow to 111 MB, which saves no time. It is no
 * start flag because the program runs in the Node that was called, with the flags it was called with.
 */
export const SEMI_SPACE_MB = 8

const LOOK_MS = 250

/** Bounds the young generation of this thread, and that of threads which start from now on. For the life of the process. */
export const boundYoungGeneration = (): void => {
  setFlagsFromString(`--min-semi-space-size=${SEMI_SPACE_MB}`)
  let mayGrow = true
  const look = (): void => {
    const isSmall = youngBytes() < 2 * SEMI_SPACE_MB * 2 ** 20
    // V8 has no setting for the limit of a thread that runs. It also makes the young generation smaller when nothing happens.
    if (isSmall !== mayGrow) setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 2 : 1}`)
    mayGrow = isSmall
  }
  look()
  setInterval(look, LOOK_MS).unref()
}

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
