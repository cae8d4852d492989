import { fieldLabel } from './certificate.ts'

/** What the service says, which may begin with a parameter, as a sentence of people. */
export const sentence = (said: string): string => {
  const text = said
    .replace(/^(?:El parámetro (?=\w))?([a-z]\w*)(?= (?:debe|no|acepta|supera|contiene|tiene) )/, (_, name) =>
      fieldLabel(name),
    )
    .replace(/^Falta el parámetro (\w+)(?: o (\w+))?/, (_, ...names) => {
      const told = names.slice(0, 2).flatMap((name) => (typeof name === 'string' ? [asWord(fieldLabel(name))] : []))
      return `Falta ${told.join(' o ')}`
    })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** A label within a sentence: capitals stay in RUC alone. */
const asWord = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
