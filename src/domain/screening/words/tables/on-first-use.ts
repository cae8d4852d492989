/** A value that is made when it is first asked for: a table costs nothing at the start. */
export const onFirstUse = <T>(make: () => T): (() => T) => {
  let value: T | undefined
  return () => (value ??= make())
}
