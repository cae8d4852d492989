import type { CoincidenciaLista, FichaLista, ListaId, Screening } from '../client.ts'
import { count, listedDate } from '../format.ts'
import { explainedProgram } from './programs.ts'
import { PARTY_TYPES } from './screening.ts'

/** A listed party as one row, whatever the lists it is on: its best match, where that stands in the answer, and the others. */
export interface MatchedParty {
  match: CoincidenciaLista
  at: number
  others: CoincidenciaLista[]
  /** Lists that have it and whose entry did not match by itself. */
  elsewhere: ListaId[]
}

/** The matches with those of one party together, in the order of the best of each. */
export const matchedParties = (matches: readonly CoincidenciaLista[]): MatchedParty[] => {
  const told = new Set<CoincidenciaLista>()
  return matches.flatMap((match, at) => {
    if (told.has(match)) return []
    const same = match.mismaParte ?? []
    const others = matches.filter(
      (other) =>
        !told.has(other) &&
        same.some(({ fuente, referencia }) => fuente === other.fuente && referencia === other.referencia),
    )
    for (const one of [match, ...others]) told.add(one)
    const shown = new Set([match, ...others].map(({ fuente }) => fuente))
    const elsewhere = [...new Set(same.map(({ fuente }) => fuente))].filter((fuente) => !shown.has(fuente))
    return [{ match, at, others, elsewhere }]
  })
}

/** Parties that are no hits and that an answer names nevertheless. */
export interface Named {
  words: string
  total: number
  parties: readonly { nombre: string; fuente: ListaId; referencia: string; motivo?: string }[]
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
