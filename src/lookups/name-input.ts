import { foldName, stripAccents } from '../domain/names/normalise.ts'
import { Failure } from '../kernel/errors.ts'
import { textInput } from './input.ts'

/** A name to search for, as it is used: upper case, accents folded, spaces collapsed. It must hold a letter or digit. */
export const nameInput = (campo: string, value: string | undefined): string => {
  const text = stripAccents(textInput(campo, value)).replace(/\s+/g, ' ').trim()
  // A lone & reads as Y in a name, but is nothing to search for.
  if (foldName(text.replaceAll('&', ' ')) !== '') return text
  throw new Failure('invalid-input', `${campo} debe contener letras o números`, { campo })
}
