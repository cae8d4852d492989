import type { Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import type { Listing, TaxListId, TaxLists } from '../../datasets/tax-lists/index.ts'
import type { Origin, Taxpayer } from '../../domain/records.ts'
import { localityOf } from '../../domain/ubigeo.ts'
import type { Answer } from './answer.ts'
import { editionOrigin } from './edition-origin.ts'

export interface TaxListDeps {
  agentes: Pick<Mirror<TaxLists>, 'current'>
  ssco: Pick<Mirror<TaxLists>, 'current'>
}

const NO_DETAIL = { actividad: null, anexos: null }
const UNKNOWN: Listing = { estado: 'sin_datos', desde: null, hasta: null, resolucion: null, edicion: null }

/** On which of the tax authority's small lists a taxpayer is on a day. */
export const listingsOn = ({ agentes, ssco }: TaxListDeps, ruc: string, day: string) => {
  const [agents, subjects] = [agentes.current(), ssco.current()]
  const on = (list: TaxLists | null, lista: TaxListId): Listing => list?.on(lista, ruc, day) ?? UNKNOWN
  return {
    agenteRetencion: on(agents, 'agenteRetencion'),
    agentePercepcion: on(agents, 'agentePercepcion'),
    agentePercepcionCombustible: on(agents, 'agentePercepcionCombustible'),
    buenContribuyente: on(agents, 'buenContribuyente'),
    sinCapacidadOperativa: on(subjects, 'sinCapacidadOperativa'),
  }
}

/** An answer about a taxpayer with what `detalle=1` adds. What is not loaded is null, never "none". */
export const taxpayerDetail =
  (deps: TaxListDeps & { register: Pick<Mirror<Register>, 'current'> }) =>
  (answer: Answer<Taxpayer>, day: string, today: string): Answer<Taxpayer> => {
    const padrones = listingsOn(deps, answer.data.numero, day)
    const { actividad, anexos } = deps.register.current()?.detailOf(answer.data.numero) ?? NO_DETAIL
    const lists = [deps.agentes.current(), deps.ssco.current()].filter((list) => list !== null)
    const origins = lists.map(
      ({ facts }): Origin => ({
        provider: 'taxauth-scraper',
        channel: 'list',
        ...editionOrigin(facts),
      }),
    )
    const { recurs: _, ...rest } = answer
    return {
      ...rest,
      data: {
        ...answer.data,
        padrones,
        actividad,
        anexos: anexos?.map((one) => ({ ...one, ...localityOf(one.ubigeo) })) ?? null,
      },
      origins: [...answer.origins, ...origins],
      dependsOnToday: day === today,
    }
  }
