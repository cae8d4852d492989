import type { Question } from './question.ts'
import { compactDocument, readDocument } from './words/document.ts'

/** A page that answers a text, and what it is then read as. */
interface Reading {
  path: string
  question: Question
  words: string
}

/** What a text typed into the search box is, and the page that answers it. The words are told below the box while typing. */
export interface Found extends Reading {
  /** What it may be besides. */
  also?: Reading
}

const PLATE = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{2,4}-?[A-Z\d]{2,4}$/
const CERTIFICATE = /^ey[\w-]+\.[\w-]+\.[\w-]+$/

/** Reads a RUC, a DNI, another document, a plate, a certificate or a name. Null with a reason when it is none of them. */
export const readSearch = (typed: string): Found | { path: null; words: string } => {
  const text = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (CERTIFICATE.test(text.length > 100 ? text : ''))
    return { path: '/constancia', question: { constancia: text }, words: 'Constancia: se verificará' }
  const plate = text.toUpperCase().replace(' ', '-')
  const isPlate = PLATE.test(plate) && [6, 7].includes(plate.replace('-', '').length)
  const number = compactDocument(text)
  // DOC-123 is a plate, though a number may have DOC in front.
  if (!isPlate && /^[\d-]+$/.test(number)) return readNumber(number)
  const document = readDocument(text)
  if (isPlate)
    return {
      path: '/vehiculo',
      question: { placa: plate.replace('-', '') },
      words: 'Placa: SOAT del vehículo',
      ...(document && { also: { ...onLists(document), words: 'Revisarlo como documento en las listas' } }),
    }
  if (document) return onLists(document)
  if (text.length < 3) return { path: null, words: 'Un RUC, un DNI, una placa o un nombre' }
  return {
    path: '/revisar',
    question: { nombre: text },
    words: 'Nombre: se revisará en las listas de sanciones',
    also: { path: '/personas', question: { nombre: text }, words: 'Buscar a la persona en el padrón' },
  }
}

const onLists = (documento: string): Reading => ({
  path: '/revisar',
  question: { documento },
  words: 'Documento: se revisará en las listas de sanciones',
})

const personOf = (dni: string): Reading => ({
  path: '/personas',
  question: { dni, listas: '1' },
  words: 'DNI: persona y listas de sanciones',
})

const readNumber = (number: string): ReturnType<typeof readSearch> => {
  const digits = number.replaceAll('-', '')
  if (digits.length === 11)
    return { path: '/proveedor', question: { ruc: digits }, words: 'RUC: ficha del proveedor y listas de sanciones' }
  if (digits.length === 8) return personOf(digits)
  if (digits.length < 5 || digits.length > 20)
    return { path: null, words: `Un RUC tiene 11 dígitos y un DNI 8; aquí hay ${digits.length}` }
  const found = onLists(number)
  if (digits.length > 8) return found
  const dni = digits.padStart(8, '0')
  // Sheets take the zeros at the beginning of a DNI away.
  return { ...found, also: { ...personOf(dni), words: `Buscar el DNI ${dni}` } }
}
