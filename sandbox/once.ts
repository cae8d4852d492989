/** Makes a value on first use: most runs never need most of the invented documents. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
