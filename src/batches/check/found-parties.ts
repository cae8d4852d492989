import { createHash } from 'node:crypto'
import type {
  CourtOrder,
  LinkedParty,
  Origin,
  Sanction,
  SanctionSearch,
  Screening,
  ScreeningMatch,
  Supplier,
  Taxpayer,
} from '../../domain/records.ts'
import type { Voucher } from '../../domain/voucher.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { PurchaseDay } from '../../lookups/compras/purchase-day.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { originsOfFailure } from '../../lookups/shared/not-found.ts'
import type { CheckDeps } from './check-row.ts'

/** Somebody whom a row found, as far as two results are compared by it. */
export interface FoundParty {
  lista: string
  /** Of its entry there; empty when it is not known. */
  numero: string
  nombre: string
  /** How well it matches; of the register, the state of the taxpayer. */
  nivel: string
  puntaje: number | null
  /** Changes when what the list says of the party does. Empty when it is not known. */
  datos: string
}

/** A question that was asked about a row, with its answer. */
export type AskedQuestion =
  | { endpoint: 'aml'; query: Record<string, string>; answer: Answer<Screening> }
  | { endpoint: 'sanciones'; query: Record<string, string>; answer: Answer<SanctionSearch> }
  | { endpoint: 'ruc'; query: Record<string, string>; answer: Answer<Taxpayer> }
  | { endpoint: 'proveedor'; query: Record<string, string>; answer: Answer<Supplier> }
  | { endpoint: 'compras'; query: Record<string, string>; answer: Answer<PurchaseDay> }
  | { endpoint: 'comprobante'; query: Record<string, string>; answer: Answer<Voucher> }

interface NotedAnswers {
  deps: CheckDeps
  /** What was asked since it was last taken. */
  take(): AskedQuestion[]
  /** On what all answers rest so far, those that said no included. */
  origins(): Origin[]
}

/** The same lookups, which note what was asked and on what the answers rest. Of one batch, whose rows are asked about in turn. */
export const notedAnswers = ({ lookups, ...rest }: CheckDeps): NotedAnswers => {
  let asked: AskedQuestion[] = []
  // Answers of one edition share their origins.
  const seen = new Set<readonly Origin[]>()
  const failed = (error: unknown): never => {
    seen.add(originsOfFailure(error))
    throw error
  }
  const noted =
    <Query, Found extends { origins: readonly Origin[] }>(
      endpoint: AskedQuestion['endpoint'],
      ask: (query: Query) => Found | Promise<Found>,
    ) =>
    (query: Query): Found | Promise<Found> => {
      const note = (answer: Found): Found => {
        asked.push({ endpoint, query, answer } as unknown as AskedQuestion)
        seen.add(answer.origins)
        return answer
      }
      try {
        return whenReady(ask(query), note, failed)
      } catch (error) {
        return failed(error)
      }
    }
  return {
    origins: () => joinOrigins([...seen].flat()),
    deps: {
      ...rest,
      lookups: {
        aml: noted('aml', lookups.aml),
        sanciones: noted('sanciones', lookups.sanciones),
        ruc: noted('ruc', lookups.ruc),
        proveedor: noted('proveedor', lookups.proveedor),
        compras: noted('compras', lookups.compras),
        comprobante: noted('comprobante', lookups.comprobante),
      },
    },
    take: () => {
      const taken = asked
      asked = []
      return taken
    },
  }
}

/** Each edition once, in the order in which they came. */
export const joinOrigins = (origins: readonly Origin[]): Origin[] => [
  ...new Map(origins.map((one) => [`${one.provider} ${one.channel} ${one.edition} ${one.sha256}`, one])).values(),
]

/**
 * Whether the facts of a row alone keep somebody away from a name of it. A name that was asked about again without them is
 * clear by itself.
 */
export const isClearByFacts = (asked: readonly AskedQuestion[]): boolean =>
  asked.some(
    (one) =>
      one.endpoint === 'aml' &&
      (one.answer.data.descartadas?.length ?? 0) > 0 &&
      !asked.some((other) => other !== one && other.endpoint === 'aml' && other.query.nombre === one.query.nombre),
  )

/** Everybody whom the answers about a row name, once, by the best of them. */
export const partiesOf = (asked: readonly AskedQuestion[]): FoundParty[] => {
  const found = new Map<string, FoundParty>()
  for (const party of asked.flatMap(partiesIn)) {
    const key = `${party.lista} ${party.numero}`
    const before = found.get(key)
    if (!before || (party.puntaje ?? 0) > (before.puntaje ?? 0)) found.set(key, party)
  }
  return [...found.values()]
}

const partiesIn = (asked: AskedQuestion): FoundParty[] => {
  switch (asked.endpoint) {
    case 'aml':
      return asked.answer.data.matches.map(listedParty)
    case 'sanciones':
      return asked.answer.data.sanciones.map(sanctioned)
    case 'ruc':
      return [taxpayer(asked.answer.data)]
    case 'comprobante':
      return []
    case 'compras':
      return [purchased(asked.answer.data)]
    case 'proveedor': {
      const { judicial, vinculados } = asked.answer.data.partes
      return [...(judicial?.hallazgos ?? []).map(ordered), ...(vinculados?.hallazgos ?? []).flatMap(linked)]
    }
  }
}

const listedParty = ({ fuente, referencia, nombre, coincidencia, puntaje, ficha }: ScreeningMatch): FoundParty => ({
  lista: fuente,
  numero: referencia ?? '',
  nombre,
  nivel: coincidencia,
  puntaje: puntaje ?? null,
  // What identifies somebody: not remarks or addresses, which change often.
  datos: ficha ? digest([nombre, ficha.alias, ficha.nacimientos, ficha.nacionalidades, ficha.documentos]) : '',
})

const sanctioned = ({ ruc, razonSocial, tipo, resolucion, desde, hasta }: Sanction): FoundParty => ({
  lista: 'sanciones',
  numero: [ruc, resolucion].join(' '),
  nombre: razonSocial,
  nivel: tipo,
  puntaje: null,
  datos: digest([desde, hasta]),
})

const ordered = ({ nombre, organo, resolucion, desde, hasta }: CourtOrder): FoundParty => ({
  lista: 'judicial',
  numero: [organo, resolucion].join(' '),
  nombre,
  nivel: 'Judicial',
  puntaje: null,
  datos: digest([desde, hasta]),
})

/** Whom somebody behind a supplier may be. */
const linked = ({ nombre, coincidencias }: LinkedParty): FoundParty[] =>
  coincidencias.map((match) => {
    const party = listedParty(match)
    return { ...party, lista: 'vinculados', numero: `${nombre} ${match.fuente} ${party.numero}` }
  })

const taxpayer = ({
  numero,
  razonSocial,
  estado,
  condicion,
}: Pick<Taxpayer, 'numero' | 'razonSocial' | 'estado' | 'condicion'>): FoundParty => ({
  lista: 'padron',
  numero,
  nombre: razonSocial,
  nivel: [estado, condicion].filter(Boolean).join(', '),
  puntaje: null,
  datos: '',
})

const purchased = ({ ruc, razonSocial, estado, condicion, causas }: PurchaseDay): FoundParty => ({
  ...taxpayer({ numero: ruc, razonSocial, estado, condicion }),
  datos: digest(causas.map(({ causa }) => causa)),
})

const digest = (facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12)
