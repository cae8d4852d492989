import type { CourtBans } from '../datasets/court-bans/index.ts'
import type { DatasetId, EditionReader, Mirror } from '../datasets/index.ts'
import type { Register } from '../datasets/padron/index.ts'
import type { SanctionList } from '../datasets/procurement-sanctions/index.ts'
import type { RelatedParties } from '../datasets/related-parties/index.ts'
import type { ListMirrors } from '../datasets/screening-lists/index.ts'
import type { TaxLists } from '../datasets/tax-lists/index.ts'
import type { LimaClock } from '../domain/lima-time.ts'
import { LIST_IDS, listRow } from '../domain/lists.ts'
import { maskDocument, maskIn } from '../domain/mask-document.ts'
import { isChecked, type Origin, type Supplier, type SupplierPart, type Taxpayer } from '../domain/records.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import { waitAtMost } from '../kernel/wait-at-most.ts'
import { isPromise, whenReady } from '../kernel/when-ready.ts'
import { type AskedSupplier, type ProveedorQuery, supplierInput } from './proveedor/input.ts'
import { courtPart, lastNameOf, registerPart, registerPartOn, sanctionsPart } from './proveedor/official-parts.ts'
import {
  askPart,
  type CheckedPart,
  type MaybePromise,
  PART_DEADLINE_MS,
  tooLate,
  unchecked,
  whenAllReady,
} from './proveedor/part.ts'
import { linkedPart, listsPart, NO_NAME, type Screen } from './proveedor/screened-parts.ts'
import { taxListsPart } from './proveedor/tax-lists-part.ts'
import type { Answer } from './shared/answer.ts'
import { listMirror } from './shared/list-mirror.ts'
import { remembered } from './shared/remembered.ts'

interface ProveedorDeps extends ListMirrors {
  register: Mirror<Register>
  list: Mirror<SanctionList>
  courtBans: Mirror<CourtBans>
  related: Mirror<RelatedParties>
  agentes: Mirror<TaxLists>
  ssco: Mirror<TaxLists>
  clock: Pick<LimaClock, 'limaDate'>
  /** The questions that other endpoints answer too. */
  taxpayerOf(asked: { ruc: string; proveedor: undefined; trace: Trace | undefined }): MaybePromise<Answer<Taxpayer>>
  screen: Screen
  threads?: number | undefined
  /** Datasets that this installation has no address of. */
  unconfigured?: readonly DatasetId[] | undefined
  /** How long the answer waits for one part. */
  partDeadlineMs?: number | undefined
}

// As the shortest of its parts.
const MAX_AGE_SECONDS = 3_600

/** All that the lists say of one supplier and of the people behind it: each part checked by itself, side by side. */
export const proveedorLookup = (deps: ProveedorDeps) => {
  const { taxpayerOf, screen } = deps
  const deadlineMs = deps.partDeadlineMs ?? PART_DEADLINE_MS
  const sanctions = sanctionsPart(deps.list)
  const courts = courtPart(deps.courtBans)
  const taxLists = taxListsPart(deps)
  const linked = linkedPart(deps.related, screen)
  const joined = joinedOrigins()
  const absent = (id: DatasetId, mirror: Mirror<EditionReader>): CheckedPart | null =>
    deps.unconfigured?.includes(id) && !mirror.current()
      ? unchecked(id === 'ssco' ? NO_TAX_LISTS : NO_FILES, 'no_configurado')
      : null

  const review = ({
    trace,
    ...asked
  }: AskedSupplier & { trace: Trace | undefined }): MaybePromise<Answer<Supplier>> => {
    const { ruc } = asked
    // A list that nobody loads here is the fault of the question, not of a part.
    for (const id of asked.lists ?? []) if (!deps[listRow(id).dataset]) listMirror(deps, id).read(() => {})
    const local = deps.register.current()
    // Nobody is asked live about the past of a taxpayer that the register knows, or has known.
    const past = asked.isPast && local ? lastNameOf(local, ruc) : undefined
    const found = past === undefined ? taxpayerOf({ ruc, proveedor: undefined, trace }) : null
    // A live page that is late must not keep the lists from being asked about a name that the register has.
    const name: MaybePromise<string> = isPromise(found)
      ? (local?.byRuc(ruc)?.razonSocial ?? found.then(nameOf))
      : found
        ? nameOf(found)
        : (past as string)
    const checks: Record<SupplierPart, () => MaybePromise<CheckedPart>> = {
      registro: () =>
        found
          ? whenReady(found, (answer) =>
              asked.isPast ? registerPartOn(local, asked) : registerPart(answer, local?.facts, asked),
            )
          : registerPartOn(local, asked),
      padrones: () => absent('ssco', deps.ssco) ?? taxLists(asked),
      sanciones: () => sanctions(asked),
      judicial: () => absent('judiciales', deps.courtBans) ?? courts(asked, isPromise(name) ? '' : name),
      listas: () => whenReady(name, (known) => listsPart(screen, known, asked), noName),
      vinculados: () => absent('vinculados', deps.related) ?? linked(asked),
    }
    // The register is always asked: only it knows the name, and whether there is such a RUC at all.
    const register = askPart(checks.registro, deadlineMs)
    const parts = asked.parts.map((part) => (part === 'registro' ? register : askPart(checks[part], deadlineMs)))
    const known = isPromise(name) ? waitAtMost(name, deadlineMs, tooLate).catch(() => '') : name
    return whenAllReady<unknown, Answer<Supplier>>([register, known, ...parts], ([, razonSocial, ...checked]) =>
      answerOf(asked, razonSocial as string, checked as CheckedPart[], joined(checked as CheckedPart[])),
    )
  }
  // What is kept is masked: whoever may see documents gets an answer that is made again from it, and that is not kept.
  const known = remembered(review, {
    ...{ limit: REMEMBERED, threads: deps.threads, fromSecondAsking: true },
    keyOf: ({ ruc, fecha, today, parts, lists, detailed }) =>
      detailed ? undefined : [ruc, fecha, today, ...parts, ...(lists ?? [])].join(' '),
    mirrors: [
      ...[deps.register, deps.list, deps.courtBans, deps.related, deps.agentes, deps.ssco],
      ...LIST_IDS.flatMap((id) => deps[listRow(id).dataset] ?? []),
    ],
    isWorthKeeping: ({ maxAgeSeconds, data }) => maxAgeSeconds > 0 && data.resumen.hallazgos <= MOST_FINDINGS_KEPT,
  })
  return (query: ProveedorQuery, trace?: Trace): MaybePromise<Answer<Supplier>> =>
    known({ ...supplierInput(query, deps.clock), trace })
}

// Some 3 KB each.
const REMEMBERED = 4_096
const MOST_FINDINGS_KEPT = 10

const NO_FILES = 'Esta instalación no carga los archivos abiertos de la entidad de contrataciones'
const NO_TAX_LISTS = 'Esta instalación no carga la lista de sujetos sin capacidad operativa'

const nameOf = ({ data }: Answer<Taxpayer>): string => data.razonSocial

/** Why there is no name is told by the part of the register. */
const noName = (): CheckedPart<'listas'> => unchecked(NO_NAME)

const answerOf = (
  { ruc, fecha, isPast, parts, lists }: AskedSupplier,
  razonSocial: string,
  checked: readonly CheckedPart[],
  origins: readonly Origin[],
): Answer<Supplier> => {
  const whole: Supplier = {
    ...{ ruc, fecha, razonSocial },
    ...(lists && { listas: [...lists] }),
    partes: Object.fromEntries(parts.map((part, at) => [part, (checked[at] as CheckedPart).part])),
    resumen: {
      hallazgos: checked.reduce((sum, { part }) => sum + part.hallazgos.length, 0),
      sinRevisar: parts.filter((_, at) => !isChecked((checked[at] as CheckedPart).part.estado)),
    },
  }
  const answer: Answer<Supplier> = {
    data: masked(whole),
    origins,
    maxAgeSeconds: checked.some(({ failed }) => failed) ? 0 : MAX_AGE_SECONDS,
    dependsOnToday: !isPast || lists?.some((id) => listRow(id).ends) === true,
    units: parts.length - whole.resumen.sinRevisar.length,
  }
  return { ...answer, withDocuments: () => ({ ...answer, data: whole }) }
}

/** More mixtures of checked parts than are asked for in turn. */
const KNOWN_ORIGINS = 16

/** Each edition once, in the order of the parts. Answers of the same editions share their origins: a batch keeps those it has seen. */
const joinedOrigins = () => {
  const known: (readonly Origin[])[] = []
  return (checked: readonly CheckedPart[]): readonly Origin[] => {
    const origins = [...new Set(checked.flatMap((one) => one.origins))]
    const same = known.find((one) => one.length === origins.length && one.every((origin, at) => origin === origins[at]))
    if (same) return same
    if (known.length === KNOWN_ORIGINS) known.shift()
    known.push(origins)
    return origins
  }
}

/** The same without the numbers of people. */
const masked = (supplier: Supplier): Supplier => {
  const { judicial, vinculados } = supplier.partes
  if (!judicial?.hallazgos.length && !vinculados?.hallazgos.length) return supplier
  return {
    ...supplier,
    partes: {
      ...supplier.partes,
      ...(judicial && {
        judicial: {
          ...judicial,
          hallazgos: judicial.hallazgos.map((one) => ({ ...one, documento: maskDocument(one.documento) })),
        },
      }),
      ...(vinculados && {
        vinculados: {
          ...vinculados,
          hallazgos: vinculados.hallazgos.map((one) => ({
            ...maskIn(one, one.documento),
            documento: maskDocument(one.documento),
          })),
        },
      }),
    },
  }
}
