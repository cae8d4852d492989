import type { Mirror } from '../../datasets/index.ts'
import type { PastRow, Register } from '../../datasets/padron/index.ts'
import type { TaxLists } from '../../datasets/tax-lists/index.ts'
import { type LimaClock, toSlashDate } from '../../domain/lima-time.ts'
import type { Origin } from '../../domain/records.ts'
import { hasValidCheckDigit } from '../../domain/ruc.ts'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import type { PurchaseCause } from '../../domain/voucher.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Answer } from '../shared/answer.ts'
import { editionOrigin } from '../shared/edition-origin.ts'
import { pastDateInput, required, rucInput } from '../shared/input.ts'
import { oncePerEdition } from '../shared/once-per-edition.ts'
import { dayInRegister } from '../shared/register-on-day.ts'
import { MAX_AGE_SECONDS } from '../shared/taxauth-chain.ts'
import { listingsOn } from '../shared/taxpayer-detail.ts'
import { registerOrigins } from '../shared/taxpayer-record.ts'

interface PurchaseDeps {
  register: Pick<Mirror<Register>, 'read'>
  agentes: Pick<Mirror<TaxLists>, 'current'>
  ssco: Pick<Mirror<TaxLists>, 'current'>
  clock: LimaClock
}

/** What is known of a supplier on the day of a voucher. */
export interface PurchaseDay {
  ruc: string
  razonSocial: string
  /** As `/api/ruc` tells them with that day; empty where it does not. */
  estado: string
  condicion: string
  /** How sure that is, and by which edition of the register; null where none tells. */
  vigencia: { certeza: 'segura' | 'entre_ediciones'; edicion: string } | null
  padrones: ReturnType<typeof listingsOn>
  causas: readonly { causa: PurchaseCause; texto: string }[]
  /** What is not known, and could hide a cause. */
  dudas: readonly string[]
}

type Findings = Pick<PurchaseDay, 'causas' | 'dudas'>

/** The supplier of a purchase on the day of its issue, by the copies that are loaded. */
export const purchaseLookup = (deps: PurchaseDeps) => {
  const originsOf = oncePerEdition((register: Register, ...lists: TaxLists[]): readonly Origin[] => [
    ...registerOrigins(register),
    ...lists.map(({ facts }): Origin => ({ provider: 'taxauth-scraper', channel: 'list', ...editionOrigin(facts) })),
  ])
  return (query: { ruc?: string | undefined; fecha?: string | undefined }): Answer<PurchaseDay> => {
    const ruc = rucInput('ruc', query.ruc)
    const fecha = pastDateInput('fecha', required('fecha', query.fecha), deps.clock.limaDate()) as string
    const [agentes, ssco] = [deps.agentes.current(), deps.ssco.current()]
    return deps.register.read((register) => {
      const { findings, ...known } = registeredOn(register, ruc, fecha)
      const padrones = listingsOn(deps, ruc, fecha)
      const listed = withoutCapacity(ssco, ruc, fecha)
      const lists = [agentes, ssco].filter((list) => list !== null)
      return {
        data: {
          ...{ ruc, ...known, padrones },
          causas: [...findings.causas, ...listed.causas],
          dudas: [...findings.dudas, ...listed.dudas],
        },
        origins: originsOf(register, ...lists),
        maxAgeSeconds: MAX_AGE_SECONDS,
        dependsOnToday: true,
      }
    })
  }
}

type Registered = Pick<PurchaseDay, 'razonSocial' | 'estado' | 'condicion' | 'vigencia'> & { findings: Findings }

const UNKNOWN = { razonSocial: '', estado: '', condicion: '', vigencia: null }

const registeredOn = (register: Register, ruc: string, fecha: string): Registered => {
  const around = whereKnown(() => dayInRegister(register, ruc, fecha))
  if (around instanceof Failure) return { ...UNKNOWN, findings: { causas: [], dudas: [around.message] } }
  const { edicion, row, change: other, isSure } = around
  const vigencia = { certeza: isSure ? ('segura' as const) : ('entre_ediciones' as const), edicion }
  const known = row
    ? { razonSocial: row.razonSocial, estado: shortEstado(row.estado), condicion: row.condicion, vigencia }
    : { ...UNKNOWN, vigencia }
  const own = findingsOf(row, edicion)
  // A number that cannot exist was not issued between two editions either.
  if (isSure || (!row && !hasValidCheckDigit(ruc))) return { ...known, findings: own }
  if (!other) return { ...known, findings: { causas: [], dudas: [noLaterEdition(edicion)] } }
  const later = findingsOf(other.row, other.desde)
  if (isObserved(own) === isObserved(later))
    return { ...known, findings: { ...own, dudas: [...new Set([...own.dudas, ...later.dudas])] } }
  const duda = `El padrón cambió entre la edición del ${toSlashDate(edicion)} (${words(row)}) y la del ${toSlashDate(other.desde)} (${words(other.row)}): no se sabe qué decía ese día`
  return { ...known, findings: { causas: [], dudas: [duda] } }
}

const whereKnown = <Value>(read: () => Value): Value | Failure => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'no-history') return error
    throw error
  }
}

const noLaterEdition = (edicion: string): string =>
  `La última edición del padrón es del ${toSlashDate(edicion)}: todavía no hay una que diga qué era ese día`

const isObserved = ({ causas }: Findings): boolean => causas.length > 0

const words = (row: PastRow | null): string =>
  row ? [shortEstado(row.estado), row.condicion].filter(Boolean).join(', ') : 'no figura'

/** What an edition says against a purchase. What it leaves empty proves nothing. */
const findingsOf = (row: PastRow | null, edicion: string): Findings => {
  const by = `el padrón del ${toSlashDate(edicion)}`
  if (!row) {
    const texto = `El RUC no figura en ${by}`
    return { causas: [{ causa: 'no_figura', texto }], dudas: [] }
  }
  const estado = shortEstado(row.estado)
  const isLost = /^NO HA(?:BIDO|LLADO)/.test(row.condicion)
  return {
    causas: [
      ...(estado !== '' && estado !== 'ACTIVO'
        ? [{ causa: 'no_activo' as const, texto: `Estado ${row.estado} según ${by}` }]
        : []),
      ...(isLost ? [{ causa: 'no_habido' as const, texto: `Condición ${row.condicion} según ${by}` }] : []),
    ],
    dudas: [
      ...(estado === '' ? ['El padrón no dice el estado del contribuyente'] : []),
      ...(row.condicion === '' ? ['El padrón no dice la condición del domicilio'] : []),
    ],
  }
}

/** The list of subjects without operating capacity: on it that day, or since later. */
const withoutCapacity = (ssco: TaxLists | null, ruc: string, fecha: string): Findings => {
  if (!ssco) return { causas: [], dudas: ['La lista de sujetos sin capacidad operativa (SSCO) no está cargada'] }
  const { estado, desde } = ssco.on('sinCapacidadOperativa', ruc, fecha)
  if (estado === 'si') {
    const texto = `Sujeto sin capacidad operativa (SSCO), publicado el ${toSlashDate(desde as string)}`
    return { causas: [{ causa: 'ssco', texto }], dudas: [] }
  }
  const later = ssco.staysOf('sinCapacidadOperativa', ruc).find((stay) => stay.desde > fecha)
  if (later) {
    const texto = `Sujeto sin capacidad operativa (SSCO), publicado después, el ${toSlashDate(later.desde)}: si alcanza a este comprobante debe juzgarlo una persona`
    return { causas: [{ causa: 'ssco_posterior', texto }], dudas: [] }
  }
  if (estado === 'no') return { causas: [], dudas: [] }
  return { causas: [], dudas: ['No se conoce la lista de sujetos sin capacidad operativa (SSCO) de ese día'] }
}
