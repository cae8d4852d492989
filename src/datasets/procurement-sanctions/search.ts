import { foldName } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'
import type { EditionFacts, EditionReader } from '../dataset.ts'
import type { IndexedSanction } from './snapshot.ts'

/** The edition in service of the tribunal's list. Answers hold only what is in force on `today`, newest first. */
export interface SanctionList extends EditionReader {
  byRuc(ruc: string, today: string): Sanction[]
  /** `nombre` anywhere inside the name, both folded. */
  byName(nombre: string, today: string): Sanction[]
}

/** By its dates; where one of them cannot be read, by what the list said of itself unless the other contradicts it. */
export const isInForce = (one: IndexedSanction, today: string): boolean => {
  if (one.desde !== '' && one.desde > today) return false
  if (one.hasta !== '' && one.hasta < today) return false
  return one.fechado || one.vigente
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const newestFirst = (a: IndexedSanction, b: IndexedSanction): number =>
  compare(b.desde, a.desde) ||
  compare(b.resolucion, a.resolucion) ||
  compare(a.ruc, b.ruc) ||
  compare(a.razonSocial, b.razonSocial)

const toWire = ({ vigente: _v, fechado: _f, folded: _n, ...sanction }: IndexedSanction): Sanction => sanction

/** N found where the list has Ñ; not the other way round. Both have one letter, so places stay the same. */
const withoutTilde = (folded: string): string => folded.replaceAll('Ñ', 'N')

/** All folded names in one text, so that a question is one scan by the engine's own search and not a loop over rows. */
const nameText = (sanctions: readonly IndexedSanction[]) => {
  const starts = new Uint32Array(sanctions.length)
  let length = 0
  for (const [row, { folded }] of sanctions.entries()) {
    starts[row] = length
    length += folded.length + 1
  }
  const exact = sanctions.map(({ folded }) => folded).join('\n')
  const plain = withoutTilde(exact)

  const rowAt = (place: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= place) low = middle
      else high = middle - 1
    }
    return low
  }

  const hasTildes = (wanted: string, place: number): boolean => {
    for (let at = wanted.indexOf('Ñ'); at >= 0; at = wanted.indexOf('Ñ', at + 1))
      if (exact[place + at] !== 'Ñ') return false
    return true
  }

  /** Rows whose name holds the folded text, each once, in the list's order. */
  return function* rowsWith(wanted: string): Generator<number> {
    const needle = withoutTilde(wanted)
    for (let place = plain.indexOf(needle); place >= 0; ) {
      const row = rowAt(place)
      const found = hasTildes(wanted, place)
      if (found) yield row
      const next = found ? (starts[row + 1] ?? plain.length) : place + 1
      place = plain.indexOf(needle, next)
    }
  }
}

export const indexSanctions = (sanctions: readonly IndexedSanction[], facts: EditionFacts): SanctionList => {
  const byRuc = Map.groupBy(sanctions, ({ ruc }) => ruc)
  const rowsWith = nameText(sanctions)

  const answer = (found: readonly IndexedSanction[], today: string): Sanction[] =>
    found
      .filter((one) => isInForce(one, today))
      .sort(newestFirst)
      .map(toWire)

  return {
    facts,
    byRuc: (ruc, today) => answer(byRuc.get(ruc) ?? [], today),
    byName(nombre, today) {
      const wanted = foldName(nombre)
      if (wanted === '') return []
      return answer(
        Array.from(rowsWith(wanted), (row) => sanctions[row] as IndexedSanction),
        today,
      )
    },
    close: async () => {},
  }
}
