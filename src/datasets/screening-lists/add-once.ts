/** Adds a value that says something and is not there yet. */
export const addOnce = (values: string[], value: string): void => {
  if (value !== '' && !values.includes(value)) values.push(value)
}
