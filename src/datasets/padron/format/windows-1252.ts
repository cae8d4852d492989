import { dashless } from '../../../domain/address.ts'

const HIGH_CONTROLS = /[\x80-\x9f]/
const CONTROLS = /[\x00-\x1f\x7f-\x9f]+/g
const decoder = new TextDecoder('windows-1252')

/** Reads text that was sliced as Latin-1 as what it is, windows-1252. Stray control bytes become spaces. */
export const tidyLatin1 = (sliced: string): string => {
  const text = HIGH_CONTROLS.test(sliced) ? decoder.decode(Buffer.from(sliced, 'latin1')) : sliced
  return text.replace(CONTROLS, ' ').trim()
}

/** A name as it is shown. A run of dashes means that there is none. */
export const tidyName = (sliced: string): string => dashless(tidyLatin1(sliced))
