import { setTimeout as pause } from 'node:timers/promises'
import type { Origin, SanctionSearch, Screening, ScreeningMatch, SubjectFacts, Taxpayer } from '../../domain/records.ts'
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
  /** Entries that what is known of the subject speaks against. */
  discarded: string[]
  /** Why it could not be screened, or not against all. */
  problem: 'datos' | 'registro' | null
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
    let origins: readonly Origin[] = []
    let startedMs = performance.now()
    for (const subject of subjects) {
      const one = await screenSubject(lookups, subject)
      if (one.origins.length > 0 && origins.length > 0 && editionsText(one.origins) !== editionsText(origins)) break
      if (one.origins.length > 0) origins = one.origins
      screened.push(one.subject)
      const workedMs = performance.now() - startedMs
      if (workedMs < MOST_TURN_MS) continue
      await pause(Math.min(2 * workedMs, LONGEST_REST_MS))
      startedMs = performance.now()
    }
    return { subjects: screened, origins }
  },
})

const editionsText = (origins: readonly Origin[]): string =>
  origins.map(({ provider, edition, sha256 }) => `${provider} ${edition} ${sha256}`).join()

const NOTHING = { found: [], isCut: false, hasRegister: false, discarded: [] }

const screenSubject = async (
  lookups: ScreenDeps['lookups'],
  { id, facts }: AskedSubject,
): Promise<{ subject: ScreenedSubject; origins: readonly Origin[] }> => {
  const screening = await answerOf(lookups.aml, screeningQuery(facts), ['invalid-input'])
  if (!screening) return { subject: { id, ...NOTHING, problem: 'datos' }, origins: [] }
  const { matches, truncado, descartadas = [] } = screening.data
  const asked = matches.filter(({ fuente }) => isAsked(facts, fuente))
  const register = facts.ruc === undefined ? null : await registerOf(lookups, facts.ruc)
  return {
    origins: screening.origins,
    subject: {
      id,
      found: [...partiesIn(asked), ...(register?.party ? [register.party] : [])],
      isCut: truncado === true,
      hasRegister: register !== null,
      discarded: descartadas.map(({ fuente, referencia }) => `${fuente}:${referencia}`),
      problem: facts.ruc !== undefined && !register ? 'registro' : null,
    },
  }
}

const isAsked = ({ listas }: SubjectFacts, fuente: ScreeningMatch['fuente']): boolean =>
  !listas || (listas as readonly string[]).includes(fuente)

/** The question about a subject, as `/api/aml` takes it. */
export const screeningQuery = ({ tipo, nombre, documento, nacimiento, pais, ruc, listas }: SubjectFacts) => {
  const query: Record<string, string> = { nombre, tipo, detalle: '1' }
  const number = documento ?? ruc
  if (number !== undefined) query.documento = number
  if (nacimiento !== undefined) query.nacimiento = nacimiento
  if (pais !== undefined) query.pais = pais
  if (listas !== undefined) query.listas = listas.join(',')
  return query
}

/** What the register and the tribunal's list say of a RUC; null when one of them cannot tell. */
const registerOf = async (
  { ruc: taxpayer, sanciones }: ScreenDeps['lookups'],
  ruc: string,
): Promise<{ party: FoundParty | null } | null> => {
  const cannotTell = ['not-configured', 'dataset-unavailable', 'upstream-unavailable'] as const
  const sanctions = await answerOf(sanciones, { ruc }, cannotTell)
  const found = await answerOf(taxpayer, { numero: ruc }, cannotTell).catch(absentTaxpayer)
  if (!sanctions || !found) return null
  const { estado, condicion, razonSocial } = found.data
  const resolutions = sanctions.data.sanciones.map(({ resolucion, periodo }) => `${resolucion} (${periodo})`)
  return { party: registerParty({ ruc, estado, condicion, sanciones: resolutions }, razonSocial) }
}

const absentTaxpayer = (error: unknown): { data: Pick<Taxpayer, 'estado' | 'condicion' | 'razonSocial'> } => {
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
