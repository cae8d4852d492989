import { isCalendarDate } from '../../domain/lima-time.ts'
import { LIST_IDS, type ListId } from '../../domain/lists.ts'
import { foldName, stripAccents } from '../../domain/names/normalise.ts'
import { isDni, isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'

const invalid = (campo: string, mensaje: string): Failure => new Failure('invalid-input', mensaje, { campo })

/** A parameter that must be there; the edge has trimmed it. */
export const required = (campo: string, value: string | undefined): string => {
  if (!value) throw new Failure('missing-input', `Falta el parámetro ${campo}`, { campo })
  return value
}

export const rucInput = (campo: string, value: string | undefined): string => {
  const ruc = required(campo, value)
  if (!isRuc(ruc)) throw invalid(campo, `${campo} debe tener exactamente 11 dígitos`)
  return ruc
}

export const dniInput = (campo: string, value: string | undefined): string => {
  const dni = required(campo, value)
  if (!isDni(dni)) throw invalid(campo, `${campo} debe tener exactamente 8 dígitos`)
  return dni
}

/** A name to search for, as it was written: at least three characters, and a letter or digit among them. */
export const nameInput = (campo: string, value: string | undefined): string => {
  const name = required(campo, value)
  if (name.length < 6 && [...name].length < 3) throw invalid(campo, `${campo} debe tener al menos 3 caracteres`)
  // A lone & reads as Y in a name, but is nothing to search for.
  if (!beginsPlainly(name) && foldName(name.replaceAll('&', ' ')) === '')
    throw invalid(campo, `${campo} debe tener letras o dígitos`)
  return name
}

/** A letter or digit of the simplest kind in front, which nearly every name has. */
const beginsPlainly = (name: string): boolean => {
  const code = name.charCodeAt(0)
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** The same, as the register's endpoints use it: upper case, accents folded, spaces collapsed. */
export const foldedNameInput = (campo: string, value: string | undefined): string =>
  stripAccents(nameInput(campo, value)).replace(/\s+/g, ' ').trim()

export const dateInput = (campo: string, value: string | undefined): string | undefined => {
  if (!value) {
    if (value === '') throw invalid(campo, `${campo} debe ser una fecha AAAA-MM-DD`)
    return undefined
  }
  if (!isCalendarDate(value)) throw invalid(campo, `${campo} debe ser una fecha real con la forma AAAA-MM-DD`)
  return value
}

/** A day that is not after today, or absent. */
export const pastDateInput = (campo: string, value: string | undefined, today: string): string | undefined => {
  const date = dateInput(campo, value)
  if (date !== undefined && date > today) throw invalid(campo, `${campo} no puede ser posterior a hoy, ${today}`)
  return date
}

/** A month `AAAA-MM`, or absent. */
export const monthInput = (campo: string, value: string | undefined): string | undefined => {
  if (value !== undefined && !isCalendarDate(`${value}-01`)) throw invalid(campo, `${campo} debe ser un mes AAAA-MM`)
  return value
}

/** How many results are wanted at most. */
export const limitInput = (value: string | undefined, { usual, most }: { usual: number; most: number }): number => {
  if (value === undefined) return usual
  const limit = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= most) return limit
  throw invalid('limite', `limite debe ser un número entre 1 y ${most}`)
}

/** `1`, `true`, `0`, `false`; absent is false. */
export const flagInput = (campo: string, value: string | undefined): boolean => {
  if (value === undefined) return false
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw invalid(campo, `${campo} acepta 1, true, 0 o false`)
}

/** Lists of sanctions by their names, separated by commas, once each and in their order; or absent. */
export const listsInput = (value: string | undefined): ListId[] | undefined => {
  if (value === undefined) return undefined
  const named = value
    .toUpperCase()
    .split(',')
    .map((one) => one.trim())
  if (named.some((one) => !LIST_IDS.some((id) => id === one)))
    throw invalid('listas', `listas debe nombrar listas separadas por comas: ${LIST_IDS.join(', ')}`)
  return LIST_IDS.filter((id) => named.includes(id))
}

/** One of a closed list of values, or absent. */
export const choiceInput = <Choice extends string>(
  campo: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined => {
  if (value === undefined) return undefined
  const choice = choices.find((one) => one === value)
  if (!choice) throw invalid(campo, `${campo} debe ser uno de: ${choices.join(', ')}`)
  return choice
}
