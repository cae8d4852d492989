/** Regions that browsers know and that are no countries. */
const NOT_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UM UN XA XB ZZ'.split(' '))
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The Spanish names of all countries, for the field's suggestions. The service reads these names, and many others. */
export const countryNames = (): string[] => {
  const names = new Intl.DisplayNames('es', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const known = codes.filter((code) => !NOT_COUNTRIES.has(code)).flatMap((code) => names.of(code) ?? [])
  return [...new Set(known)].sort((one, other) => one.localeCompare(other, 'es'))
}
