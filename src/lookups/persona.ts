import type { PersonSearch } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './shared/answer.ts'
import { dniInput, flagInput, foldedNameInput } from './shared/input.ts'
import { liveCompletion } from './shared/live-completion.ts'
import { attachRecords, type FoundPersons } from './shared/persona-matches.ts'
import { findPersonsByDni } from './shared/persons-by-dni.ts'
import { findPersonsByName } from './shared/persons-by-name.ts'
import { KEEP_SECONDS, TAXAUTH, type TaxpayerSources } from './shared/taxauth-chain.ts'

export interface PersonaQuery {
  nombre?: string | undefined
  dni?: string | undefined
  detalle?: string | undefined
}

const oneCriterion = ({ nombre, dni }: PersonaQuery): void => {
  if (nombre && dni) {
    throw new Failure('invalid-input', 'nombre y dni se excluyen: envíe solo uno de los dos', { campo: 'nombre' })
  }
  if (!nombre && !dni) throw new Failure('missing-input', 'Falta el parámetro nombre o dni', { campo: 'nombre' })
}

/** People by name, from the register, or by DNI, from whoever knows the number. */
export const personaLookup = (given: TaxpayerSources) => {
  const { complete } = liveCompletion(given.sources)

  const search = async (query: PersonaQuery): Promise<FoundPersons & Pick<PersonSearch, 'criterio' | 'query'>> => {
    if (query.dni) {
      const dni = dniInput('dni', query.dni)
      return { criterio: 'dni', query: dni, ...(await findPersonsByDni(given, dni)) }
    }
    const text = foldedNameInput('nombre', query.nombre)
    return { criterio: 'nombre', query: text, ...(await findPersonsByName(given, text)) }
  }

  return async (query: PersonaQuery): Promise<Answer<PersonSearch>> => {
    oneCriterion(query)
    const wantsRecords = flagInput('detalle', query.detalle)
    const found = await search(query)
    const { matches, origins } = wantsRecords ? await attachRecords(found, complete) : found
    return {
      data: {
        criterio: found.criterio,
        query: found.query,
        total: matches.length,
        matches: matches.map(({ match }) => match),
        truncado: found.truncated,
        fuente: TAXAUTH,
        ...(found.aviso !== undefined && { aviso: found.aviso }),
      },
      origins,
      maxAgeSeconds: KEEP_SECONDS,
      dependsOnToday: false,
    }
  }
}
