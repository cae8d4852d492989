import type { Mirror } from '../datasets/index.ts'
import type { SanctionList } from '../datasets/procurement-sanctions/index.ts'
import { type LimaClock, toSlashDate } from '../domain/lima-time.ts'
import type { Sanction, SanctionSearch } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './shared/answer.ts'
import { editionOrigin } from './shared/edition-origin.ts'
import { nameInput, rucInput } from './shared/input.ts'

export interface SancionesQuery {
  ruc?: string | undefined
  nombre?: string | undefined
}

interface SancionesDeps {
  list: Mirror<SanctionList>
  clock: LimaClock
}

// The list changes each week; what is in force changes at midnight.
const MAX_AGE_SECONDS = 3_600
/** Sanctions that a notice names. */
const MOST_NAMED = 3

/** The disqualifications in force of one supplier, or of all whose name holds a text. */
export const sancionesLookup =
  ({ list, clock }: SancionesDeps) =>
  async (query: SancionesQuery): Promise<Answer<SanctionSearch>> => {
    if (!query.ruc && !query.nombre)
      throw new Failure('missing-input', 'Falta el parámetro ruc o nombre', { campo: 'ruc' })

    const asked = query.ruc ? { ruc: rucInput('ruc', query.ruc) } : { nombre: nameInput('nombre', query.nombre) }
    const today = clock.limaDate()
    return list.read((edition) => {
      const sanciones: Sanction[] =
        asked.ruc !== undefined ? edition.byRuc(asked.ruc, today) : edition.byName(asked.nombre, today)
      return {
        data: {
          ...asked,
          sancionado: sanciones.length > 0,
          total: sanciones.length,
          listaActualizada: edition.facts.cargado,
          sanciones,
        },
        ...avisoOf(edition.contradictory(asked.ruc !== undefined ? { ruc: asked.ruc } : { nombre: asked.nombre })),
        origins: [
          {
            ...{ provider: 'procurement-list', channel: 'list' },
            ...editionOrigin(edition.facts),
          },
        ],
        maxAgeSeconds: MAX_AGE_SECONDS,
        dependsOnToday: true,
      }
    })
  }

/** Says which sanctions nobody can date. Their dates are never put in order: which of the two is wrong is not known. */
const avisoOf = (contradictory: readonly Sanction[]): { aviso?: string } => {
  if (contradictory.length === 0) return {}
  const named = contradictory
    .slice(0, MOST_NAMED)
    .map(({ resolucion, desde, hasta }) => `${resolucion}, del ${toSlashDate(desde)} al ${toSlashDate(hasta)}`)
  const more = contradictory.length > MOST_NAMED ? ` y ${contradictory.length - MOST_NAMED} más` : ''
  return {
    aviso: `fechas_contradictorias: la lista da un inicio posterior al fin y no se sabe si rige (${named.join('; ')}${more})`,
  }
}
