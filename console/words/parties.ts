import type { FichaLista, Screening } from '../client.ts'
import { count, listedDate } from '../format.ts'
import { explainedProgram } from './programs.ts'
import { PARTY_TYPES } from './screening.ts'

/** Parties that are no hits and that an answer names nevertheless. */
export interface Named {
  words: string
  total: number
  parties: readonly { nombre: string; fuente: 'US' | 'UN'; referencia: string; motivo?: string }[]
}

export type NamingAnswer = Partial<Pick<Screening, 'descartadas' | 'descartadasTotal' | 'unaPalabra' | 'matches'>>

/** Those that what is known of the customer left out, and those that have the one word of the question. */
export const namedIn = ({ descartadas = [], descartadasTotal, unaPalabra, matches = [] }: NamingAnswer): Named[] => {
  const left = descartadasTotal ?? descartadas.length
  const leftWords = count(left, 'nombre que quedó fuera', 'nombres que quedaron fuera')
  const all: Named[] = [{ words: leftWords, total: left, parties: descartadas }]
  // A rare surname is a hit already.
  if (unaPalabra?.llevan && matches.length < unaPalabra.partes) {
    const words = `${count(unaPalabra.partes, 'parte listada', 'partes listadas')} con «${unaPalabra.palabra}»`
    all.push({ words, total: unaPalabra.partes, parties: unaPalabra.llevan })
  }
  return all
    .filter(({ parties }) => parties.length > 0)
    .map((named) => ({ ...named, parties: named.parties.map(withPeopleDates) }))
}

type Party = Named['parties'][number]

const withPeopleDates = (party: Party): Party =>
  party.motivo === undefined ? party : { ...party, motivo: listedDate(party.motivo) }

/** What the list says of a party, in its own words. What it does not say is left out. */
export const partyFacts = (file: FichaLista): [label: string, values: string[]][] => {
  const rows: [string, (string | null | undefined)[]][] = [
    ['Tipo', [PARTY_TYPES[file.tipo]]],
    ['Nacimiento', file.nacimientos.map(listedDate)],
    ['Lugar de nacimiento', file.lugaresNacimiento],
    ['Nacionalidad', file.nacionalidades],
    ['Países', file.paises],
    ['Direcciones', file.direcciones],
    ['Documentos', file.documentos.map(documentWords)],
    ['Cargos', file.cargos],
    ['Programas', file.programas.map(explainedProgram)],
    ['Vínculos', file.vinculos],
    ['Particularidades', file.particularidades.map(({ nombre, valor }) => `${nombre}: ${valor}`)],
    ['Incluido el', [listedDate(file.incluidoEl)]],
    ['Observaciones', [file.observaciones]],
  ]
  return rows.flatMap(([label, values]) => {
    const said = values.filter((value): value is string => Boolean(value))
    return said.length > 0 ? [[label, said] as [string, string[]]] : []
  })
}

const documentWords = ({ tipo, numero, pais, nota }: FichaLista['documentos'][number]): string =>
  `${tipo} ${numero}${pais && ` (${pais})`}${nota && `, ${nota}`}`
