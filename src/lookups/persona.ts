import type { RegisterRow } from '../datasets/padron/index.ts'
import type { Origin, PersonSearch, Taxpayer } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { findPersonsByDni } from './persona/by-dni.ts'
import { findPersonsByName } from './persona/by-name.ts'
import type { FoundPersons } from './persona/found-persons.ts'
import type { Answer } from './shared/answer.ts'
import { dniInput, flagInput, foldedNameInput } from './shared/input.ts'
import { type CompletedTaxpayer, liveCompletion } from './shared/live-completion.ts'
import { MAX_AGE_SECONDS, TAXAUTH, type TaxpayerDeps } from './shared/taxauth-chain.ts'
import { toTaxpayer } from './shared/taxpayer-record.ts'
import { underTrace } from './shared/under-trace.ts'

export interface PersonaQuery {
  nombre?: string | undefined
  dni?: string | undefined
  detalle?: string | undefined
}

/** `detalle` adds the full record to this many matches. */
const RECORDS_ATTACHED = 5

/** People by name, from the register, or by DNI, from whoever knows the number. */
export const personaLookup = (deps: TaxpayerDeps) => {
  const { complete } = liveCompletion(deps.sources)

  const search = async (
    deps: TaxpayerDeps,
    query: PersonaQuery,
  ): Promise<FoundPersons & Pick<PersonSearch, 'criterio' | 'query'>> => {
    if (query.dni) {
      const dni = dniInput('dni', query.dni)
      return { criterio: 'dni', query: dni, ...(await findPersonsByDni(deps, dni)) }
    }
    const text = foldedNameInput('nombre', query.nombre)
    return { criterio: 'nombre', query: text, ...(await findPersonsByName(deps, text)) }
  }

  return async (query: PersonaQuery, trace?: Trace): Promise<Answer<PersonSearch>> => {
    requireOneCriterion(query)
    const wantsRecords = flagInput('detalle', query.detalle)
    const found = await search(underTrace(deps, trace), query)
    const { matches, origins } = wantsRecords ? await attachRecords(found, (record) => complete(record, trace)) : found
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
      maxAgeSeconds: MAX_AGE_SECONDS,
      dependsOnToday: false,
    }
  }
}

const requireOneCriterion = ({ nombre, dni }: PersonaQuery): void => {
  if (nombre && dni) {
    throw new Failure('invalid-input', 'nombre y dni se excluyen: envíe solo uno de los dos', { campo: 'nombre' })
  }
  if (!nombre && !dni) throw new Failure('missing-input', 'Falta el parámetro nombre o dni', { campo: 'nombre' })
}

/** Puts the full record (`ficha`) on the first matches that have a RUC. */
const attachRecords = async (
  { matches, origins }: FoundPersons,
  complete: (record: Taxpayer) => Promise<CompletedTaxpayer>,
): Promise<Pick<FoundPersons, 'matches' | 'origins'>> => {
  const chosen = matches.filter(({ row }) => row !== null).slice(0, RECORDS_ATTACHED)
  const completed = await Promise.all(
    chosen.map(async ({ match, row }) => [match, await complete(toTaxpayer(row as RegisterRow))] as const),
  )
  const completedOf = new Map(completed)
  const liveOrigins = completed.flatMap(([, taxpayer]) => taxpayer.origins)
  return {
    matches: matches.map(({ match, row }) => {
      const record = completedOf.get(match)?.record
      return { row, match: record ? { ...match, ficha: record } : match }
    }),
    origins: distinct([...origins, ...liveOrigins]),
  }
}

const distinct = (origins: readonly Origin[]): Origin[] => [
  ...new Map(origins.map((origin) => [`${origin.provider} ${origin.channel}`, origin])).values(),
]
