import { joinNames, splitRegisteredName } from '../domain/names/split.ts'
import { DNI_PROVIDERS, type Origin, type PersonNames, type ProviderId } from '../domain/records.ts'
import { rucOfDni } from '../domain/ruc.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { Answer } from './shared/answer.ts'
import { firstAnswer } from './shared/first-answer.ts'
import { choiceInput, dniInput } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'
import {
  includesTaxauth,
  liveChain,
  MAX_AGE_SECONDS,
  refusedBy,
  TAXAUTH,
  type TaxpayerDeps,
} from './shared/taxauth-chain.ts'
import { registerOrigins } from './shared/taxpayer-record.ts'
import { underTrace } from './shared/under-trace.ts'

export interface DniQuery {
  numero?: string | undefined
  proveedor?: string | undefined
}

type Names = Omit<PersonNames, 'numero' | 'nombreCompleto'>

/** The names behind a DNI: the tax authority's where the DNI has a RUC, else the public directory's. */
export const dniLookup =
  (deps: TaxpayerDeps) =>
  async (query: DniQuery, trace?: Trace): Promise<Answer<PersonNames>> => {
    const dni = dniInput('numero', query.numero)
    const proveedor = choiceInput('proveedor', query.proveedor, DNI_PROVIDERS)

    const register = includesTaxauth(proveedor) ? deps.register.current() : null
    const row = register?.byRuc(rucOfDni(dni))
    if (register && row) return answer(dni, splitRegisteredName(row.razonSocial), TAXAUTH, registerOrigins(register))

    const chain = liveChain(underTrace(deps, trace), 'personByDni', proveedor)
    const refused: Origin[] = []
    const found = await firstAnswer(chain, (provider) => provider.ask(dni), refused)
    if (!found)
      throw new NotFound(
        'El DNI no figura en las fuentes consultadas',
        refusedBy(deps, 'personByDni', proveedor, refused),
      )
    return answer(dni, found.value, found.provider, [{ provider: found.provider, channel: found.channel }])
  }

const answer = (
  numero: string,
  { nombres, apellidoPaterno, apellidoMaterno }: Names,
  proveedor: ProviderId,
  origins: readonly Origin[],
): Answer<PersonNames> => ({
  data: {
    numero,
    nombres,
    apellidoPaterno,
    apellidoMaterno,
    nombreCompleto: joinNames({ apellidoPaterno, apellidoMaterno, nombres }),
  },
  proveedor,
  origins,
  maxAgeSeconds: MAX_AGE_SECONDS,
  dependsOnToday: false,
})
