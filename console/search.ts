import type { Question } from './question.ts'

/** What a text typed into the search box is, and the page that answers it. */
export interface Found {
  path: string
  question: Question
  /** Told below the box while typing. */
  words: string
}

const DIGITS = /^\d+$/
/** How people write a RUC and a DNI: in groups, with points, or with a hyphen before the last digit. */
const GROUPED = /^\d[\d\s.-]*\d$/
const PLATE = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{2,4}-?[A-Z\d]{2,4}$/
const CERTIFICATE = /^ey[\w-]+\.[\w-]+\.[\w-]+$/

/** Reads a RUC, a DNI, a plate, a certificate or a name. Null when it is none of them; a reason when it is nearly one. */
export const readSearch = (typed: string): Found | { path: null; words: string } => {
  const text = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  const digits = GROUPED.test(text) ? text.replace(/[\s.-]/g, '') : text
  if (DIGITS.test(digits)) return readDigits(digits)
  if (CERTIFICATE.test(text.length > 100 ? text : ''))
    return { path: '/constancia', question: { constancia: text }, words: 'Constancia: se verificará' }
  const plate = text.toUpperCase().replace(' ', '-')
  if (PLATE.test(plate) && [6, 7].includes(plate.replace('-', '').length))
    return { path: '/vehiculo', question: { placa: plate.replace('-', '') }, words: 'Placa: SOAT del vehículo' }
  if (text.length < 3) return { path: null, words: 'Un RUC, un DNI, una placa o un nombre' }
  return { path: '/revisar', question: { nombre: text }, words: 'Nombre: se revisará en las listas de sanciones' }
}

const readDigits = (digits: string): ReturnType<typeof readSearch> => {
  if (digits.length === 11) return { path: '/proveedor', question: { ruc: digits }, words: 'RUC: ficha del proveedor' }
  if (digits.length === 8) return { path: '/personas', question: { dni: digits }, words: 'DNI: persona' }
  return { path: null, words: `Un RUC tiene 11 dígitos y un DNI 8; aquí hay ${digits.length}` }
}
