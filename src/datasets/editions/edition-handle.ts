import { isPromise } from '../../kernel/when-ready.ts'
import type { EditionReader } from './dataset.ts'

/** An open edition and a count of its users: once retired, it closes when the last of them has finished. */
export interface EditionHandle<Reader extends EditionReader> {
  readonly edition: string
  readonly reader: Reader
  use<T>(read: (reader: Reader) => T): T
  retire(): Promise<void>
}

export const editionHandle = <Reader extends EditionReader>(edition: string, reader: Reader): EditionHandle<Reader> => {
  let users = 0
  let retired = false
  const closed = Promise.withResolvers<void>()

  const closeWhenUnused = () => {
    if (retired && users === 0) reader.close().then(closed.resolve, closed.reject)
  }
  const leave = () => {
    users--
    closeWhenUnused()
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
        closeWhenUnused()
      }
      return closed.promise
    },
  }
}
