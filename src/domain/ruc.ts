const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const
const ZERO = 48

/** Eleven ASCII digits. */
export const isRuc = (text: string): boolean => /^[0-9]{11}$/.test(text)

/** Eight ASCII digits; leading zeros are part of the number. */
export const isDni = (text: string): boolean => /^[0-9]{8}$/.test(text)

/** The check digit of the first ten digits of a RUC. */
export const rucCheckDigit = (tenDigits: string): number => {
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (tenDigits.charCodeAt(i) - ZERO) * (WEIGHTS[i] as number)
  return (11 - (sum % 11)) % 10
}

export const hasValidCheckDigit = (ruc: string): boolean => rucCheckDigit(ruc) === ruc.charCodeAt(10) - ZERO

/** The first two digits of a RUC: 10, 15, 16 and 17 are natural persons, 20 is a legal person. */
export const isNaturalPersonPrefix = (prefix: number): boolean => prefix === 10 || (prefix >= 15 && prefix <= 17)

export const isNaturalPersonRuc = (ruc: string): boolean => isNaturalPersonPrefix(Number(ruc.slice(0, 2)))

/** The RUC of prefix 10 that belongs to a DNI. Its holder may have one of prefix 15 or 17 instead. */
export const rucOfDni = (dni: string): string => `10${dni}${rucCheckDigit(`10${dni}`)}`

/** The DNI inside a RUC of prefix 10; an empty string for every other RUC. */
export const dniOfRuc = (ruc: string): string => (ruc.startsWith('10') ? ruc.slice(2, 10) : '')
