import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_LISTS, type ListId, listRow } from '../../domain/lists.ts'
import type { Origin, SanctionSearch, Screening, Subject, SubjectFacts, Taxpayer } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { FoundParty } from './found-party.ts'
import { partiesIn, registerParty } from './found-party.ts'

type Lookup<Data> = (query: Record<string, string>) => Answer<Data> | Promise<Answer<Data>>

/** The lookups of single questions, over sources that are never asked. */
export interface ScreenDeps {
  lookups: { aml: Lookup<Screening>; ruc: Lookup<Taxpayer>; sanciones: Lookup<SanctionSearch> }
}

export interface AskedSubject {
  id: string
  facts: SubjectFacts
}

/** What the lists and the register say of one subject. */
export interface ScreenedSubject {
  id: string
  found: FoundParty[]
  /** Some matches were left out. */
  isCut: boolean
  /** False when the register was not asked, or could not tell. */
  hasRegister: boolean
  /** False when nobody knows whether it is a subject without operating capacity. */
  hasTaxList: boolean
  /** Entries that what is known of the subject speaks against. */
  discarded: string[]
  /** Why it could not be screened, or not against all. */
  problem: Exclude<Subject['motivoSinRevisar'], 'cuota'>
}

export interface ScreenedSlice {
  /** In the order of the question; fewer than asked when the lists have changed meanwhile. */
  subjects: ScreenedSubject[]
  /** What the lists were: empty when no subject could be screened. */
  origins: readonly Origin[]
}

export type ScreeningTasks = {
  /** Screens subjects with one edition of each list. */
  screenSubjects(subjects: readonly AskedSubject[]): Promise<ScreenedSlice>
}

/** How long subjects are screened before a rest of twice that, as rows of batches are: single questions come first. */
const MOST_TURN_MS = 2
const LONGEST_REST_MS = 8

/** Screens subjects in the thread of batches. */
export const screeningTasks = ({ lookups }: ScreenDeps): ScreeningTasks => ({
  screenSubjects: async (subjects) => {
    const screened: ScreenedSubject[] = []
    // Subjects of other lists have other origins: what must not change is the edition of each list.
    const origins = new Map<string, Origin>()
    let startedMs = performance.now()
    for (const subject of subjects) {
      const one = await screenSubject(lookups, subject)
      const isSwitched = one.origins.some(({ provider, sha256 }) => {
        const known = origins.get(provider)
        return known !== undefined && known.sha256 !== sha256
      })
      if (isSwitched) break
      for (const origin of one.origins) origins.set(origin.provider, origin)
      screened.push(one.subject)
      const workedMs = performance.now() - startedMs
      if (workedMs < MOST_TURN_MS) continue
      await pause(Math.min(2 * workedMs, LONGEST_REST_MS))
      startedMs = performance.now()
    }
    return { subjects: screened, origins: [...origins.values()] }
  },
})

const NOTHING = { found: [], isCut: false, hasRegister: false, hasTaxList: false, discarded: [] }

/** The lists that a subject is screened against. */
const listsOf = ({ listas }: SubjectFacts): readonly ListId[] => listas ?? DEFAULT_LISTS

/** True when what is found of a subject may be other from one day to the next, with the same editions. */
export const dependsOnDay = (facts: SubjectFacts): boolean =>
  facts.ruc !== undefined || listsOf(facts).some((id) => listRow(id).ends)

const screenSubject = async (
  lookups: ScreenDeps['lookups'],
  { id, facts }: AskedSubject,
): Promise<{ subject: ScreenedSubject; origins: readonly Origin[] }> => {
  const screening = await screenOne(lookups.aml, facts)
  if (typeof screening === 'string') return { subject: { id, ...NOTHING, problem: screening }, origins: [] }
  const { matches, truncado, descartadas = [] } = screening.data
  const register = facts.ruc === undefined ? null : await registerOf(lookups, facts.ruc)
  return {
    origins: screening.origins,
    subject: {
      id,
      found: [...partiesIn(matches), ...(register?.party ? [register.party] : [])],
      isCut: truncado === true,
      hasRegister: register !== null,
      hasTaxList: register?.hasTaxList === true,
      discarded: descartadas.map(({ fuente, referencia }) => `${fuente}:${referencia}`),
      problem: facts.ruc !== undefined && !register ? 'registro' : null,
    },
  }
}

/** The usual lists may just be on their way: then nobody is screened. Others that a subject names may be missing for good. */
const screenOne = async (
  aml: Lookup<Screening>,
  facts: SubjectFacts,
): Promise<Answer<Screening> | 'datos' | 'listas'> => {
  try {
    return await aml(screeningQuery(facts))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'invalid-input') return 'datos'
    const isUsual = listsOf(facts).every((id) => (DEFAULT_LISTS as readonly ListId[]).includes(id))
    if (error.kind === 'dataset-unavailable' && !isUsual) return 'listas'
    throw error
  }
}

/** The question about a subject, as `/api/aml` takes it. */
export const screeningQuery = (facts: SubjectFacts) => {
  const { tipo, nombre, documento, nacimiento, pais, ruc } = facts
  // Lists are always named: answers then tell which entries are one party.
  const query: Record<string, string> = { nombre, tipo, detalle: '1', listas: listsOf(facts).join(',') }
  const number = documento ?? ruc
  if (number !== undefined) query.documento = number
  if (nacimiento !== undefined) query.nacimiento = nacimiento
  if (pais !== undefined) query.pais = pais
  return query
}

/** What the register and the tribunal's list say of a RUC; null when one of them cannot tell. */
const registerOf = async (
  { ruc: taxpayer, sanciones }: ScreenDeps['lookups'],
  ruc: string,
): Promise<{ party: FoundParty | null; hasTaxList: boolean } | null> => {
  const cannotTell = ['not-configured', 'dataset-unavailable', 'upstream-unavailable'] as const
  const sanctions = await answerOf(sanciones, { ruc }, cannotTell)
  const found = await answerOf(taxpayer, { numero: ruc, detalle: '1' }, cannotTell).catch(absentTaxpayer)
  if (!sanctions || !found) return null
  const { estado, condicion, razonSocial, padrones } = found.data
  const ssco = padrones?.sinCapacidadOperativa.estado ?? 'sin_datos'
  const resolutions = sanctions.data.sanciones.map(({ resolucion, periodo }) => `${resolucion} (${periodo})`)
  const facts = { ruc, estado, condicion, sanciones: resolutions, sinCapacidadOperativa: ssco }
  return { party: registerParty(facts, razonSocial), hasTaxList: ssco !== 'sin_datos' }
}

type RegisterRecord = Pick<Taxpayer, 'estado' | 'condicion' | 'razonSocial' | 'padrones'>

const absentTaxpayer = (error: unknown): { data: RegisterRecord } => {
  if (error instanceof Failure && error.kind === 'not-found')
    return { data: { estado: 'NO FIGURA', condicion: '', razonSocial: '' } }
  throw error
}

/** An answer, or null for the kinds of failure that the caller expects. */
const answerOf = async <Data>(
  lookup: Lookup<Data>,
  query: Record<string, string>,
  expected: readonly Failure['kind'][],
): Promise<Answer<Data> | null> => {
  try {
    return await lookup(query)
  } catch (error) {
    if (error instanceof Failure && expected.includes(error.kind)) return null
    throw error
  }
}
