import type { CourtBan, CourtBans } from '../../datasets/court-bans/index.ts'
import type { EditionFacts, Mirror } from '../../datasets/index.ts'
import type { PastRow, Register } from '../../datasets/padron/index.ts'
import type { SanctionList } from '../../datasets/procurement-sanctions/index.ts'
import { toSlashDate } from '../../domain/lima-time.ts'
import type { CourtOrder, PartOf, Taxpayer } from '../../domain/records.ts'
import { isDni, isRuc } from '../../domain/ruc.ts'
import type { Answer } from '../shared/answer.ts'
import { absenceWords, dayInRegister, historyBegins } from '../shared/register-on-day.ts'
import { registerOrigins, toTaxpayer } from '../shared/taxpayer-record.ts'
import type { AskedSupplier } from './input.ts'
import { type CheckedPart, checkedAgainst, listOrigins, motivoOf, unchecked } from './part.ts'

/** What the register says: everything but active and found at its address is told. */
export const registerPart = (
  { data, origins }: Answer<Taxpayer>,
  facts: EditionFacts | undefined,
  { detailed }: AskedSupplier,
): CheckedPart<'registro'> => {
  if (data.estado === '') return unchecked('La fuente no dice el estado del contribuyente')
  const fromRegister = origins.some(({ channel }) => channel === 'register')
  const { part } = checkedAgainst<'registro'>(facts ?? NO_FACTS, origins, findingsIn(data), statusWords(data))
  return {
    part: {
      ...part,
      ...(!fromRegister && { edicion: null, revisado: null }),
      ...(detailed && { ficha: data }),
    },
    origins,
  }
}

type RegisterFindings = PartOf<'registro'>['hallazgos']

const findingsIn = ({ estado, condicion }: Taxpayer): RegisterFindings => {
  const hallazgos: RegisterFindings = []
  if (estado !== 'ACTIVO') hallazgos.push({ campo: 'estado', valor: estado })
  if (/^NO HA(?:BIDO|LLADO)/.test(condicion)) hallazgos.push({ campo: 'condicion', valor: condicion })
  return hallazgos
}

const statusWords = ({ estado, condicion }: Taxpayer): string => [estado, condicion || 'condición sin dato'].join(', ')

/**
 * What the register said on a day of the past. Between two editions of which one has a finding that the other has not,
 * and after the last one, nobody knows.
 */
export const registerPartOn = (register: Register | null, asked: AskedSupplier): CheckedPart<'registro'> => {
  if (!register) return unchecked('El padrón no está cargado: no se sabe cómo constaba el RUC ese día')
  const { ruc, fecha, detailed } = asked
  const { editions } = register.history
  if (fecha < (editions[0] as string)) return unchecked(historyBegins(editions[0] as string))
  const day = dayInRegister(register, ruc, fecha)
  const recordOf = (row: PastRow): Taxpayer => toTaxpayer({ numero: ruc, ...row, tipo: '' })
  const findingsOf = (row: PastRow | null): RegisterFindings =>
    row ? findingsIn(recordOf(row)) : [{ campo: 'padron', valor: absenceWords(day) }]
  const hallazgos = findingsOf(day.row)
  const { edicion, change, isSure } = day
  if (!isSure && !change)
    return unchecked(
      `La última edición del padrón es del ${toSlashDate(edicion)}: de los días siguientes no se sabe nada`,
    )
  if (!isSure && change && !isSame(hallazgos, findingsOf(change.row)))
    return unchecked(
      `Las ediciones del padrón del ${toSlashDate(edicion)} y del ${toSlashDate(change.desde)} dicen cosas distintas: no se sabe cuál vale ese día`,
    )
  const record = day.row && recordOf(day.row)
  const motivo = motivoOf([
    record ? statusWords(record) : '',
    `Según la edición del padrón del ${toSlashDate(edicion)}`,
  ])
  const origins = registerOrigins(register)
  const cargado = edicion === register.facts.edicion ? register.facts.cargado : null
  const { part } = checkedAgainst<'registro'>({ edicion, cargado }, origins, hallazgos, motivo)
  return { part: { ...part, ...(detailed && record && { ficha: record }) }, origins }
}

const isSame = (these: RegisterFindings, those: RegisterFindings): boolean =>
  these.length === those.length &&
  these.every(({ campo, valor }, at) => campo === those[at]?.campo && valor === those[at]?.valor)

/** The last name that the register has of a taxpayer, also of one that is gone; undefined when it never had it. */
export const lastNameOf = (register: Register, ruc: string): string | undefined =>
  register.byRuc(ruc)?.razonSocial ?? register.history.stepsOf(ruc).findLast(({ row }) => row)?.row?.razonSocial

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
