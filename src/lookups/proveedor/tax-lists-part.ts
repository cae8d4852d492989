import type { Mirror } from '../../datasets/index.ts'
import type { TaxListId, TaxLists } from '../../datasets/tax-lists/index.ts'
import { toSlashDate } from '../../domain/lima-time.ts'
import { type Origin, TAX_LIST_NAMES } from '../../domain/records.ts'
import { oncePerEdition } from '../shared/once-per-edition.ts'
import type { AskedSupplier } from './input.ts'
import { type CheckedPart, checkedAgainst, listOrigins, motivoOf, unchecked } from './part.ts'

interface TaxListDeps {
  agentes: Pick<Mirror<TaxLists>, 'current'>
  ssco: Mirror<TaxLists>
}

const SSCO = 'sinCapacidadOperativa'
const AGENTS = (Object.keys(TAX_LIST_NAMES) as TaxListId[]).filter((id) => id !== SSCO)

/**
 * The tax authority's small lists. Only that of subjects without operating capacity is a finding, also of one that was
 * listed after the day: vouchers of before may lose their effect. The others are told.
 */
export const taxListsPart = ({ agentes, ssco }: TaxListDeps) => {
  const [subjectsOrigins, agentsOrigins] = [listOrigins('taxauth-scraper'), listOrigins('taxauth-scraper')]
  const bothOrigins = oncePerEdition((subjects: TaxLists, agents: TaxLists): readonly Origin[] => [
    ...subjectsOrigins(subjects),
    ...agentsOrigins(agents),
  ])
  return (asked: AskedSupplier): CheckedPart<'padrones'> =>
    ssco.read((subjects) => {
      const agents = agentes.current()
      const origins = agents ? bothOrigins(subjects, agents) : subjectsOrigins(subjects)
      return subjectPart(subjects, agents, asked, origins)
    })
}

const subjectPart = (
  subjects: TaxLists,
  agents: TaxLists | null,
  { ruc, fecha, isPast }: AskedSupplier,
  origins: readonly Origin[],
): CheckedPart<'padrones'> => {
  const stays = subjects.staysOf(SSCO, ruc)
  const ended = stays.findLast(({ salida }) => salida !== null && salida.ultima < fecha)?.salida ?? undefined
  const listed = stays.filter(({ salida }) => salida === null || fecha <= salida.ultima)
  if (listed.length === 0 && subjects.on(SSCO, ruc, fecha).estado === 'sin_datos')
    return unchecked(
      ended
        ? `Salió de la lista de sujetos sin capacidad operativa entre las ediciones del ${toSlashDate(ended.ultima)} y del ${toSlashDate(ended.ausente)}: no se sabe si figuraba ese día`
        : `La lista de sujetos sin capacidad operativa de esta instalación empieza después del ${toSlashDate(fecha)}: que un RUC no figure no dice nada de ese día`,
    )
  const hallazgos = listed.map(({ desde, resolucion, salida }) => ({
    padron: 'Sujetos sin capacidad operativa (SSCO)',
    desde,
    hasta: salida?.ultima ?? '',
    resolucion,
  }))
  return checkedAgainst(
    subjects.facts,
    origins,
    hallazgos,
    motivoOf([
      isPast && listed.some(({ desde }) => desde > fecha) && LISTED_LATER,
      ended && `Figuró como sujeto sin capacidad operativa hasta después del ${toSlashDate(ended.ultima)}`,
      agents ? agentWords(agents, ruc, fecha) : NO_AGENTS,
    ]),
  )
}

const LISTED_LATER =
  'Se publicó después del día consultado: los comprobantes anteriores también pueden perder efecto. Debe juzgarlo una persona'
const NO_AGENTS = 'Los padrones de agentes y buenos contribuyentes no están cargados'

/** `Agente de retención desde el 01/02/2003; sin datos: buen contribuyente` */
const agentWords = (agents: TaxLists, ruc: string, fecha: string): string => {
  const listings = AGENTS.map((id) => ({ name: TAX_LIST_NAMES[id], ...agents.on(id, ruc, fecha) }))
  const on = listings
    .filter(({ estado }) => estado === 'si')
    .map(({ name, desde }) => `${name} desde el ${toSlashDate(desde ?? '')}`)
  const unknown = listings.filter(({ estado }) => estado === 'sin_datos').map(({ name }) => name)
  const none = on.length === 0 && unknown.length < AGENTS.length && 'No figura como agente ni como buen contribuyente'
  return motivoOf([on.join('; ') || none, unknown.length > 0 && `Sin datos de: ${unknown.join(', ')}`])
}
