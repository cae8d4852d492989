import type { Question } from '../../question.ts'
import { compactRuc } from '../../words/ruc.ts'

/** What a typed text is: whom to look for, on which page, or what is wrong with it. */
export interface Who {
  path: '/personas' | '/proveedor'
  question: Question | null
  /** What was recognised, told while typing. */
  words: string
}

export const readWho = (typed: string): Who => {
  const text = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  const digits = compactRuc(text)
  if (text === '')
    return { path: '/personas', question: null, words: 'Apellidos y nombres en cualquier orden, o los 8 dígitos' }
  if (/^\d+$/.test(digits)) return readDigits(digits)
  if ([...text].length < 3) return { path: '/personas', question: null, words: 'Un nombre tiene al menos 3 letras' }
  return { path: '/personas', question: { nombre: text }, words: 'Nombre: personas con RUC en el padrón' }
}

const readDigits = (digits: string): Who => {
  if (digits.length === 8) return { path: '/personas', question: { dni: digits }, words: 'DNI: su titular' }
  if (digits.length === 11)
    return { path: '/proveedor', question: { ruc: digits }, words: 'RUC: se abrirá la página Proveedor' }
  return { path: '/personas', question: null, words: `Un DNI tiene 8 dígitos; aquí hay ${digits.length}` }
}
