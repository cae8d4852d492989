import type { EditionFacts, Mirror } from '../../datasets/index.ts'
import type { RelatedParties, RelatedParty } from '../../datasets/related-parties/index.ts'
import { LIST_IDS, listRow } from '../../domain/lists.ts'
import type { LinkedParty, Origin, PartOf, Screening, ScreeningMatch } from '../../domain/records.ts'
import { isDni, isNaturalPersonRuc, isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { isPromise, whenReady } from '../../kernel/when-ready.ts'
import type { Answer } from '../shared/answer.ts'
import type { AskedSupplier } from './input.ts'
import { type CheckedPart, checkedAgainst, listOrigins, type MaybePromise, motivoOf, unchecked } from './part.ts'

interface ScreenQuery {
  nombre: string
  documento?: string
  tipo?: 'persona' | 'empresa'
  detalle: '1'
  listas?: string
}

/** Screens at once, as long as the lists are in memory. */
export type Screen = (query: ScreenQuery) => MaybePromise<Answer<Screening>>

/** The supplier itself, by its registered name and its RUC. */
export const listsPart = (screen: Screen, name: string, asked: AskedSupplier): MaybePromise<CheckedPart<'listas'>> =>
  name === ''
    ? unchecked(NO_NAME)
    : whenReady(screen({ nombre: name, documento: asked.ruc, detalle: '1', ...listsOf(asked) }), (answer) =>
        screenedPart(answer, asked),
      )

const listsOf = ({ lists }: AskedSupplier): Pick<ScreenQuery, 'listas'> => (lists ? { listas: lists.join() } : {})

export const NO_NAME = 'Sin el nombre del registro no hay qué comparar con las listas'

const screenedPart = (answer: Answer<Screening>, asked: AskedSupplier): CheckedPart<'listas'> => {
  const reason = whyNotChecked(answer)
  if (reason !== undefined) return unchecked(reason)
  const { data, aviso, origins } = answer
  const facts = { edicion: editionsOf(origins), cargado: data.listasActualizadas }
  return checkedAgainst(
    facts,
    origins,
    matchesOf(data, asked),
    motivoOf([asked.isPast && PRESENT_LISTS, data.truncado && MORE_MATCHES, aviso]),
  )
}

const PRESENT_LISTS = 'Se comparó con las listas en uso hoy'
const MORE_MATCHES = 'Hay más coincidencias de las que se muestran'

/** One word, or a name that is none, clears nobody. Undefined when the answer counts. */
const whyNotChecked = ({ data, aviso }: Answer<Screening>): string | undefined =>
  data.total === 0 && aviso !== undefined && !data.descartadas ? aviso : undefined

const matchesOf = ({ matches }: Screening, { detailed }: AskedSupplier): ScreeningMatch[] =>
  detailed ? matches : matches.map(plainMatch)

const plainMatch = ({ nombre, fuente, programa, tipo, coincidencia }: ScreeningMatch): ScreeningMatch => ({
  ...{ nombre, fuente, coincidencia },
  ...(programa !== undefined && { programa }),
  ...(tipo !== undefined && { tipo }),
})

const LISTS: Partial<Record<Origin['provider'], string>> = Object.fromEntries(
  LIST_IDS.map((id) => [listRow(id).provider, id]),
)

/** `US 2026-11-10; UN 2026-11-08` */
const editionsOf = (origins: readonly Origin[]): string =>
  origins.map(({ provider, edition }) => `${LISTS[provider] ?? provider} ${edition}`).join('; ')

/** People screened before others get a turn: a cooperative declares hundreds. */
const AT_A_TIME = 20

/** The partners, representatives and board that the supplier declared, each screened. */
export const linkedPart = (related: Mirror<RelatedParties>, screen: Screen) => {
  const originsOf = listOrigins('procurement-people')
  return (asked: AskedSupplier): MaybePromise<CheckedPart<'vinculados'>> => {
    const declared = related.read((edition) => ({
      people: joinRoles(edition.of(asked.ruc)),
      found: new LinkedFindings(edition.facts, originsOf(edition), asked),
    }))
    return whenReady(declared, ({ people, found }) => screenPeople(people, found, screen, listsOf(asked)))
  }
}

const screenPeople = (
  people: readonly Person[],
  found: LinkedFindings,
  screen: Screen,
  lists: Pick<ScreenQuery, 'listas'>,
): MaybePromise<CheckedPart<'vinculados'>> => {
  if (people.length === 0) return unchecked<'vinculados'>(NOBODY)
  const screenFrom = (first: number): MaybePromise<CheckedPart<'vinculados'>> => {
    for (const [at, person] of people.entries()) {
      if (at < first) continue
      if (at > first && at % AT_A_TIME === 0) return yieldToEventLoop().then(() => screenFrom(at))
      const answer = screenPerson(person, screen, lists)
      if (isPromise(answer))
        return answer.then((known) => {
          found.add(person, known)
          return screenFrom(at + 1)
        })
      found.add(person, answer)
    }
    return found.part(people.length)
  }
  return screenFrom(0)
}

const NOBODY =
  'No figura ninguna persona declarada ante la entidad de contrataciones: no hay a quién revisar. No significa que no las tenga'

type Person = Omit<LinkedParty, 'coincidencias'>

/** One declaration for each role becomes one person. Never by the name alone: type and number are the same too. */
const joinRoles = (declared: readonly RelatedParty[]): Person[] => {
  const people = new Map<string, Person>()
  for (const { rol, cargo, tipoDocumento, documento, nombre } of declared) {
    const key = `${tipoDocumento}|${documento}|${nombre}`
    const known = people.get(key) ?? { nombre, roles: [], cargo: '', tipoDocumento, documento }
    if (!known.roles.includes(rol)) known.roles.push(rol)
    if (cargo !== '' && !known.cargo.split('; ').includes(cargo))
      known.cargo = known.cargo === '' ? cargo : `${known.cargo}; ${cargo}`
    people.set(key, known)
  }
  return [...people.values()]
}

/** What the screenings of all people add up to. */
class LinkedFindings {
  readonly #facts: EditionFacts
  readonly #asked: AskedSupplier
  readonly #found: LinkedParty[] = []
  readonly #notScreened: string[] = []
  readonly #declared: readonly Origin[]
  #lists: readonly Origin[] = []

  constructor(facts: EditionFacts, declared: readonly Origin[], asked: AskedSupplier) {
    this.#facts = facts
    this.#declared = declared
    this.#asked = asked
  }

  add(person: Person, answer: Answer<Screening> | string): void {
    if (typeof answer === 'string') {
      this.#notScreened.push(answer)
      return
    }
    this.#lists = answer.origins
    const coincidencias = matchesOf(answer.data, this.#asked)
    if (coincidencias.length > 0) this.#found.push({ ...person, coincidencias })
  }

  part(people: number): CheckedPart<'vinculados'> {
    const missed = this.#notScreened.length
    const [reason] = this.#notScreened
    const notScreened = missed > 0 && `No se ${missed === 1 ? 'revisó 1' : `revisaron ${missed}`}: ${reason}`
    if (this.#found.length === 0 && notScreened) return unchecked(notScreened)
    const compared = people - missed
    const lists = editionsOf(this.#lists)
    return checkedAgainst(
      this.#facts,
      [...this.#declared, ...this.#lists],
      this.#found as PartOf<'vinculados'>['hallazgos'],
      motivoOf([
        `${compared === 1 ? 'Se comparó 1 persona o empresa declarada' : `Se compararon ${compared} personas o empresas declaradas`} con las listas ${lists}`,
        this.#asked.isPast && PRESENT_LISTS,
        notScreened,
      ]),
    )
  }
}

/** The answer, or why the person could not be screened. That a list is not loaded is thrown: it is so for all. */
const screenPerson = (
  { nombre, documento }: Person,
  screen: Screen,
  lists: Pick<ScreenQuery, 'listas'>,
): MaybePromise<Answer<Screening> | string> => {
  const tipo = kindOf(documento)
  const query: ScreenQuery = { nombre, detalle: '1', ...lists }
  if (/^[A-Za-z0-9-]{5,20}$/.test(documento)) query.documento = documento
  if (tipo) query.tipo = tipo
  try {
    return whenReady(screen(query), (answer) => whyNotChecked(answer) ?? answer)
  } catch (error) {
    if (!(error instanceof Failure) || !OWN_FAULT.has(error.kind)) throw error
    return error.message
  }
}

const OWN_FAULT: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>(['invalid-input', 'missing-input'])

/** What a number says of its owner; nothing where it may be of either. */
const kindOf = (documento: string): 'persona' | 'empresa' | undefined => {
  if (isDni(documento)) return 'persona'
  if (!isRuc(documento)) return undefined
  if (documento.startsWith('20')) return 'empresa'
  return isNaturalPersonRuc(documento) ? 'persona' : undefined
}
