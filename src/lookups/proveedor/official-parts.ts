import type { CourtBan, CourtBans } from '../../datasets/court-bans/index.ts'
import type { EditionFacts, Mirror } from '../../datasets/index.ts'
import type { SanctionList } from '../../datasets/procurement-sanctions/index.ts'
import type { CourtOrder, PartOf, Taxpayer } from '../../domain/records.ts'
import { isDni, isRuc } from '../../domain/ruc.ts'
import type { Answer } from '../shared/answer.ts'
import type { AskedSupplier } from './input.ts'
import { type CheckedPart, checkedAgainst, listOrigins, motivoOf, unchecked } from './part.ts'

/** What the register says: everything but active and found at its address is told. */
export const registerPart = (
  { data, origins }: Answer<Taxpayer>,
  facts: EditionFacts | undefined,
  { isPast, detailed }: AskedSupplier,
): CheckedPart<'registro'> => {
  if (isPast)
    return unchecked('Esta instalación no tiene la historia del padrón: no se sabe cómo constaba el RUC ese día')
  const { estado, condicion } = data
  if (estado === '') return unchecked('La fuente no dice el estado del contribuyente')
  const hallazgos: PartOf<'registro'>['hallazgos'] = []
  if (estado !== 'ACTIVO') hallazgos.push({ campo: 'estado', valor: estado })
  if (/^NO HA(?:BIDO|LLADO)/.test(condicion)) hallazgos.push({ campo: 'condicion', valor: condicion })
  const motivo = [estado, condicion || 'condición sin dato'].join(', ')
  const fromRegister = origins.some(({ channel }) => channel === 'register')
  const { part } = checkedAgainst<'registro'>(facts ?? NO_FACTS, origins, hallazgos, motivo)
  return {
    part: {
      ...part,
      ...(!fromRegister && { edicion: null, revisado: null }),
      ...(detailed && { ficha: data }),
    },
    origins,
  }
}

const NO_FACTS = { edicion: '', cargado: '' }

/** The tribunal's disqualifications in force on the day. */
export const sanctionsPart = (list: Mirror<SanctionList>) => {
  const originsOf = listOrigins('procurement-list')
  return ({ ruc, fecha }: AskedSupplier): CheckedPart<'sanciones'> =>
    list.read((edition) => {
      const origins = originsOf(edition)
      const undated = edition.contradictory({ ruc }).map((one) => ({ ...one, fechasContradictorias: true }))
      const hallazgos = [...edition.byRuc(ruc, fecha), ...undated]
      const isOpenData = origins[0]?.kind === 'open-data'
      const { completeFrom } = edition
      if (hallazgos.length === 0 && fecha < completeFrom)
        return unchecked(
          `La lista no dice nada de los días anteriores al ${completeFrom}: las sanciones vencidas se retiran`,
        )
      const motivo = motivoOf([isOpenData && NO_FINES, undated.length > 0 && CONTRADICTORY])
      return checkedAgainst(edition.facts, origins, hallazgos, motivo)
    })
}

const NO_FINES = 'Según los datos abiertos, que no incluyen multas'

/** Orders of courts in force on the day, and those of which the dates do not say it. */
export const courtPart = (courtBans: Mirror<CourtBans>) => {
  const originsOf = listOrigins('procurement-courts')
  return ({ ruc, fecha }: AskedSupplier, name: string): CheckedPart<'judicial'> =>
    courtBans.read((edition) => {
      const byNumber = edition.find(ruc, fecha).flatMap((ban) => orderOn(ban, fecha))
      // A number that is neither a RUC nor a DNI leaves the name alone.
      const unnumbered = name === '' ? [] : edition.named(name, fecha).filter(({ documento }) => !isNumber(documento))
      const byName = unnumbered.flatMap((ban) => orderOn(ban, fecha)).map((one) => ({ ...one, soloPorNombre: true }))
      const orders: CourtOrder[] = [...byNumber, ...byName]
      const motivo = motivoOf([
        orders.some(({ fechasContradictorias }) => fechasContradictorias) && CONTRADICTORY,
        byName.length > 0 && ONLY_NAME,
      ])
      return checkedAgainst(edition.facts, originsOf(edition), orders, motivo)
    })
}

const isNumber = (documento: string): boolean => isRuc(documento) || isDni(documento)

const ONLY_NAME = 'Una orden no da un RUC ni un DNI: coincide solo el nombre'
const CONTRADICTORY = 'Hay fechas contradictorias: empieza después de terminar. Debe mirarlo una persona'

const orderOn = ({ desde, hasta, ...ban }: CourtBan, fecha: string): CourtOrder[] => {
  const order: CourtOrder = { ...ban, desde: desde ?? '', hasta: hasta ?? '' }
  if (desde !== null && hasta !== null && desde > hasta) return [{ ...order, fechasContradictorias: true }]
  const isInForce = (desde === null || desde <= fecha) && (hasta === null || fecha <= hasta)
  return isInForce ? [order] : []
}
