import type { CourtBan, CourtBans } from '../../src/datasets/court-bans/index.ts'
import type { EditionFacts, EditionReader, Mirror } from '../../src/datasets/index.ts'
import { indexSanctions } from '../../src/datasets/procurement-sanctions/search.ts'
import type { RelatedParties, RelatedParty } from '../../src/datasets/related-parties/index.ts'
import type { ScreeningList } from '../../src/datasets/screening-lists/index.ts'
import { type HeldList, openTaxLists, type Stay, writeStays } from '../../src/datasets/tax-lists/tax-lists.ts'
import { foldName } from '../../src/domain/names/normalise.ts'
import type { Sanction } from '../../src/domain/records.ts'
import { matcherOf } from '../../src/domain/screening/match/matcher.ts'
import type { ListedParty, ListId } from '../../src/domain/screening/party.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { temporaryFolder } from './cleanup.ts'

/** What can keep a list from answering. `slow` never answers. */
export type Fault = 'not loaded' | 'away' | 'slow' | 'refused'

const facts = (edicion: string, extra: EditionFacts['extra'] = {}): EditionFacts => ({
  ...{ edicion, filas: 1, sha256: '', cargado: `${edicion}T08:00:00.000Z`, extra },
})

/** A list in memory that a test can take away. */
const mirrorOf = <Reader extends EditionReader>(reader: Reader, fault: () => Fault | undefined): Mirror<Reader> => ({
  current: () => (fault() ? null : reader),
  read: <T>(use: (reader: Reader) => T): T => {
    const now = fault()
    if (now === 'slow') return new Promise(() => {}) as T
    if (now) throw FAILURES[now]()
    return use(reader)
  },
})

const FAILURES = {
  'not loaded': () => new Failure('dataset-unavailable', 'La lista todavía no está cargada'),
  away: () => new Failure('upstream-unavailable', 'La fuente no responde'),
  refused: () => new Failure('upstream-blocked', 'La fuente exige una verificación captcha'),
}

type Faults = () => Fault | undefined
const NEVER: Faults = () => undefined

export const sanction = (one: Partial<Sanction> & { ruc: string }): Sanction => ({
  ...{ razonSocial: 'EJEMPLOS Y OBRAS S.A.C.', tipo: 'Temporal', resolucion: '0001-2026-TCP-S1', periodo: '36 MESES' },
  ...{ desde: '2026-01-10', hasta: '2029-01-10', infraccion: 'Presentar documentos falsos' },
  ...one,
})

/** The tribunal's list; of open data unless said. */
export const sanctionsOf = async (
  sanctions: readonly Sanction[],
  { clase = 'open-data', fault = NEVER }: { clase?: 'open-data' | 'export'; fault?: Faults } = {},
) => {
  const rows = sanctions.map((one) => ({ sanction: one, listedInForce: true, datesReadable: true }))
  return mirrorOf(await indexSanctions(rows, facts('2026-10-02', { clase })), fault)
}

export const courtBansOf = (bans: readonly CourtBan[], fault: Faults = NEVER): Mirror<CourtBans> =>
  mirrorOf(
    {
      facts: facts('2026-09-01'),
      find: (ruc) => bans.filter(({ documento }) => documento === ruc || documento === ruc.slice(2, 10)),
      named: (nombre) => bans.filter((ban) => foldName(ban.nombre) === foldName(nombre)),
      close: async () => {},
    },
    fault,
  )

export const relatedOf = (
  people: Readonly<Record<string, readonly RelatedParty[]>>,
  fault: Faults = NEVER,
): Mirror<RelatedParties> =>
  mirrorOf(
    {
      facts: facts('2026-09-15'),
      of: (ruc) => [...(people[ruc] ?? [])],
      named: () => [],
      close: async () => {},
    },
    fault,
  )

/** A list of subjects without operating capacity, of which there are editions since a day. */
export const sscoOf = async (
  stays: readonly (Pick<Stay, 'ruc' | 'desde'> & Partial<Stay>)[],
  { primera = '2026-01-31', fault = NEVER }: { primera?: string; fault?: Faults } = {},
) =>
  taxListsOf(
    '2026-10-31',
    stays.map((stay) => ({ ...SSCO_STAY, ...stay })),
    { sinCapacidadOperativa: { filas: 0, primera } },
    fault,
  )

const SSCO_STAY = { lista: 'sinCapacidadOperativa', resolucion: 'RI 024', salida: null } as const

/** An edition of the tax authority's small lists. */
export const taxListsOf = async (
  edicion: string,
  stays: readonly Stay[],
  listas: Partial<Record<Stay['lista'], HeldList>>,
  fault: Faults = NEVER,
) => {
  const dir = temporaryFolder()
  await writeStays(dir, stays)
  const filas = stays.filter(({ salida }) => salida === null).length
  return mirrorOf(await openTaxLists(dir, { ...facts(edicion, { listas }), filas }), fault)
}

export const person = (nombre: string, documento: string, more: Partial<RelatedParty> = {}): RelatedParty => ({
  ...{ rol: 'socio', cargo: '', tipoDocumento: 'DOC. NACIONAL DE IDENTIDAD/LE', documento, nombre },
  ...more,
})

export const listed = (
  fuente: ListId,
  referencia: string,
  text: string,
  more: Partial<ListedParty> = {},
): ListedParty => ({
  ...{ fuente, referencia, tipo: 'individual', programa: 'SDGT', documents: [] },
  names: [{ text, kind: 'principal', surnamesEnd: Math.max(0, text.indexOf(',')) }],
  ...more,
})

export const screeningOf = (
  parties: readonly ListedParty[],
  edicion: string,
  fault: Faults = NEVER,
): Mirror<ScreeningList> =>
  mirrorOf({ facts: facts(edicion), matcher: matcherOf([...parties]), close: async () => {} } as ScreeningList, fault)
