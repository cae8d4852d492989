import type { EditionReader } from './dataset.ts'

/** An edition in use: it closes when it was retired and its last reader has finished. */
export interface Lease<Reader extends EditionReader> {
  readonly edition: string
  readonly reader: Reader
  use<T>(read: (reader: Reader) => T): T
  retire(): Promise<void>
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

export const lease = <Reader extends EditionReader>(edition: string, reader: Reader): Lease<Reader> => {
  let users = 0
  const closed = Promise.withResolvers<void>()
  let retired = false

  const leave = () => {
    users--
    closeWhenIdle()
  }
  const closeWhenIdle = () => {
    if (retired && users === 0) reader.close().then(closed.resolve, closed.reject)
  }

  return {
    edition,
    reader,
    use(read) {
      users++
      let result: ReturnType<typeof read>
      try {
        result = read(reader)
      } catch (error) {
        leave()
        throw error
      }
      if (isPromise(result)) result.then(leave, leave)
      else leave()
      return result
    },
    retire() {
      if (!retired) {
        retired = true
        closeWhenIdle()
      }
      return closed.promise
    },
  }
}
