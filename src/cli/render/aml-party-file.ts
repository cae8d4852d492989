import type { ListedPartyFile } from '../../domain/records.ts'
import { textWidth, wrapText } from './fit.ts'
import { dateText } from './forms.ts'

type Field = readonly [label: string, values: readonly string[]]

/** What a list says of a party, as labelled lines that fit the terminal. Fields without a value are left out. */
export const partyFileLines = (file: ListedPartyFile, columns: number, indent: string): string[] => [
  ...fieldsOf(file)
    .filter(([, values]) => values.length > 0)
    .flatMap(([label, values]) => fieldLines(label, values, { columns, indent })),
  ...linkLines(file.enlace, columns, indent),
]

const fieldsOf = (file: ListedPartyFile): Field[] => [
  ['nacimiento', file.nacimientos.map(dateText)],
  ['lugar de nacimiento', file.lugaresNacimiento],
  ['nacionalidad', file.nacionalidades],
  ['cargo', file.cargos],
  ['país', file.paises],
  ['dirección', file.direcciones],
  ['documento', file.documentos.map(documentText)],
  ['alias', file.alias],
  ['vinculado a', file.vinculos],
  ['particularidades', file.particularidades.map(({ nombre, valor }) => `${nombre}: ${valor}`)],
  ['programa', file.programas],
  ['incluido el', [file.incluidoEl].filter(Boolean).map(dateText)],
  ['observaciones', [file.observaciones].filter(Boolean)],
]

const documentText = ({ tipo, numero, pais, nota }: ListedPartyFile['documentos'][number]): string =>
  [tipo, numero, pais && `(${pais})`, nota].filter(Boolean).join(' ')

interface Room {
  columns: number
  indent: string
}

/** Values that fit on the line of their label stand there; longer ones have a line each. */
const fieldLines = (label: string, values: readonly string[], { columns, indent }: Room): string[] => {
  const line = `${indent}${label}: ${values.join('; ')}`
  if (values.length === 1 || textWidth(line) <= columns) return [wrapText(line, columns, `${indent}  `)]
  return [`${indent}${label}:`, ...values.map((value) => wrapText(`${indent}- ${value}`, columns, `${indent}  `))]
}

/** An address is not broken where it fits: beside its label, or below it and further to the left. */
const linkLines = (link: string, columns: number, indent: string): string[] => {
  if (link === '') return []
  const line = `${indent}enlace: ${link}`
  if (textWidth(line) <= columns) return [line]
  return [`${indent}enlace:`, ' '.repeat(Math.max(0, Math.min(indent.length, columns - link.length))) + link]
}
