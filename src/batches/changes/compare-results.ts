import { foldName } from '../../domain/names/normalise.ts'
import type { BatchChange, BatchChanges } from '../../domain/records.ts'
import type { FoundParty } from '../check/found-parties.ts'
import { type Pairs, pairRows } from './pair-rows.ts'
import {
  type KEYS,
  type ResultRows,
  type ResultSource,
  type RowFacts,
  readResult,
  SHOWN_SEPARATOR,
} from './result-rows.ts'

/** Of each list so many are told; the totals count all. */
const MOST_TOLD = 10_000
/** Fewer points are no change: a name written otherwise moves them. */
const SCORE_CHANGE = 5

type Kind = 'nuevas' | 'cambiadas' | 'retiradas' | 'sinComparar'

/** What is said of a party of one row, or of the row itself. */
interface Difference {
  kind: Kind
  motivo: string
  antes?: FoundParty | undefined
  ahora?: FoundParty | undefined
}

/** What has changed between two results of the same customers. */
export const compareResults = async (now: ResultSource, before: ResultSource): Promise<BatchChanges> => {
  const [rows, earlier] = [await readResult(now), await readResult(before)]
  const pairs = pairRows(rows, earlier)
  const changes = emptyChanges(rows, earlier, pairs)
  const add = (row: number | null, other: number | null, { kind, motivo, antes, ahora }: Difference): void => {
    changes.totales[kind]++
    if (changes[kind].length >= MOST_TOLD) return
    const shown = row === null ? earlier.shown[other as number] : rows.shown[row]
    const [referencia = '', nombre = '', documento = ''] = (shown ?? '').split(SHOWN_SEPARATOR)
    const party = ahora ?? antes
    changes[kind].push({
      fila: row === null ? null : (rows.numbers[row] as number),
      filaAnterior: other === null ? null : (earlier.numbers[other] as number),
      ...{ referencia, nombre, documento },
      lista: party?.lista ?? '',
      numero: party?.numero ?? '',
      parte: party?.nombre ?? '',
      antes: stateOf(antes),
      ahora: stateOf(ahora),
      motivo,
    })
  }
  const isPaired = new Uint8Array(earlier.shown.length)
  for (const [row, other] of pairs.earlier.entries()) {
    if (other >= 0) isPaired[other] = 1
    const facts = rows.facts[row] ?? null
    for (const one of other < 0 ? addedRow(facts) : differences(facts, earlier.facts[other] ?? null))
      add(row, other < 0 ? null : other, one)
  }
  for (const [other, facts] of earlier.facts.entries())
    if (!isPaired[other]) for (const one of removedRow(facts)) add(null, other, one)
  changes.truncado = Object.values(changes.totales).some((total) => total > MOST_TOLD)
  return changes
}

const emptyChanges = (rows: ResultRows, earlier: ResultRows, { by }: Pairs): BatchChanges => {
  const count = (key: (typeof KEYS)[number]): number => by.filter((one) => one === key).length
  const emparejadas = by.filter((one) => one !== null).length
  return {
    filas: { ahora: rows.shown.length, antes: earlier.shown.length, emparejadas },
    emparejadasPor: { referencia: count('referencia'), documento: count('documento'), nombre: count('nombre') },
    totales: { nuevas: 0, cambiadas: 0, retiradas: 0, sinComparar: 0 },
    truncado: false,
    ...{ nuevas: [], cambiadas: [], retiradas: [], sinComparar: [] },
  }
}

const stateOf = (party: FoundParty | undefined): BatchChange['antes'] =>
  party ? { nivel: party.nivel, puntaje: party.puntaje } : null

const partiesOf = (facts: RowFacts | null): readonly FoundParty[] => facts?.partes ?? (facts?.best ? [facts.best] : [])

const addedRow = (facts: RowFacts | null): Difference[] => {
  const found = partiesOf(facts).map(
    (ahora): Difference => ({ kind: 'nuevas', motivo: 'La fila no estaba antes', ahora }),
  )
  return found.length > 0 ? found : [{ kind: 'sinComparar', motivo: 'La fila no estaba en el resultado anterior' }]
}

const removedRow = (facts: RowFacts | null): Difference[] => {
  const found = partiesOf(facts).map(
    (antes): Difference => ({ kind: 'retiradas', motivo: 'La fila ya no está en el archivo', antes }),
  )
  return found.length > 0 ? found : [{ kind: 'sinComparar', motivo: 'La fila ya no está en el resultado nuevo' }]
}

/** A row that was not checked says nothing: what it had is not gone. */
const differences = (now: RowFacts | null, before: RowFacts | null): Difference[] => {
  if (now?.resultado === 'no_revisado')
    return [{ kind: 'sinComparar', motivo: `Ahora no se revisó: ${now.motivo}`, antes: partiesOf(before)[0] }]
  if (before?.resultado === 'no_revisado')
    return partiesOf(now).map((ahora) => ({ kind: 'nuevas', motivo: 'Antes no se revisó', ahora }))
  return [...partyDifferences(now, before), ...registerDifferences(now, before)]
}

/** Nobody, or all whom the row found. A result that was sent names the best of them alone. */
const namesAll = (facts: RowFacts | null): boolean => facts === null || facts.partes !== null

const partyDifferences = (now: RowFacts | null, before: RowFacts | null): Difference[] => {
  const isWhole = namesAll(now) && namesAll(before)
  const known = isWhole ? partiesOf : bestOf
  const keyOf = ({ lista, numero, nombre }: FoundParty): string => `${lista} ${isWhole ? numero : foldName(nombre)}`
  const had = new Map(known(before).map((party) => [keyOf(party), party]))
  const found: Difference[] = []
  for (const ahora of known(now)) {
    const antes = had.get(keyOf(ahora))
    had.delete(keyOf(ahora))
    const motivo = antes ? partyChange(antes, ahora) : 'Coincidencia nueva'
    if (motivo) found.push({ kind: antes ? 'cambiadas' : 'nuevas', motivo, antes, ahora })
  }
  // Who was the best before may still be there behind another.
  const still = new Set(partiesOf(now).map(keyOf))
  for (const [key, antes] of had) if (!still.has(key)) found.push(goneParty(antes, now))
  if (found.length > 0 || isWhole || !now?.best || now.coincidencias === before?.coincidencias) return found
  const motivo = `Las coincidencias pasaron de ${before?.coincidencias || 0} a ${now.coincidencias || 0}`
  return [{ kind: 'cambiadas', motivo, antes: before?.best ?? undefined, ahora: now.best }]
}

const bestOf = (facts: RowFacts | null): readonly FoundParty[] => (facts?.best ? [facts.best] : [])

/** Whoever is not named is gone only where all are named. */
const goneParty = (antes: FoundParty, now: RowFacts | null): Difference =>
  namesAll(now) || Number(now?.coincidencias) === 1
    ? { kind: 'retiradas', motivo: 'Ya no coincide', antes }
    : { kind: 'sinComparar', motivo: 'Puede estar entre las coincidencias que el resultado no nombra', antes }

const partyChange = (antes: FoundParty, ahora: FoundParty): string => {
  if (antes.nivel !== ahora.nivel) return `Pasó de ${antes.nivel} a ${ahora.nivel}`
  if (Math.abs((ahora.puntaje ?? 0) - (antes.puntaje ?? 0)) >= SCORE_CHANGE)
    return `El puntaje pasó de ${antes.puntaje ?? 0} a ${ahora.puntaje ?? 0}`
  if (antes.datos === '' || ahora.datos === '' || antes.datos === ahora.datos) return ''
  return ahora.lista === 'sanciones' ? 'Cambiaron las fechas de la sanción' : 'La lista cambió los datos de la parte'
}

const registerDifferences = (now: RowFacts | null, before: RowFacts | null): Difference[] => {
  const [ahora, antes] = [now?.padron ?? undefined, before?.padron ?? undefined]
  if (antes && now?.resultado === 'no_encontrado')
    return [{ kind: 'cambiadas', motivo: 'Ya no figura en el padrón', antes }]
  if (!antes || !ahora) return []
  if (antes.nivel !== ahora.nivel)
    return [{ kind: 'cambiadas', motivo: `En el padrón pasó de ${antes.nivel} a ${ahora.nivel}`, antes, ahora }]
  if (foldName(antes.nombre) === foldName(ahora.nombre)) return []
  return [{ kind: 'cambiadas', motivo: `En el padrón se llamaba ${antes.nombre}`, antes, ahora }]
}
