// A registered name may hold any byte; on a terminal some of them are commands.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** The same value with every text in it safe to print. */
export const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.replace(CONTROL, ' ') as Value
  if (Array.isArray(value)) return value.map(printable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, printable(inner)])) as Value
}
