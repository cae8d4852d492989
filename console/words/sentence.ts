import { formatDate } from '../format.ts'
import { fieldLabel } from './certificate.ts'

/** The formats and dates of the service, as the console's own fields ask for them and show them. */
const withOwnDates = (text: string): string =>
  text
    .replaceAll('AAAA-MM-DD', 'dd/mm/aaaa')
    .replaceAll('AAAA-MM', 'mm/aaaa')
    .replaceAll('AAAA', 'aaaa')
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate)

/** What the service says, which may begin with a parameter, as a sentence of people. */
export const sentence = (said: string): string => {
  const text = withOwnDates(said)
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
