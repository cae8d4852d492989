import {
  isChecked,
  type Origin,
  type PartOf,
  type PartState,
  type Supplier,
  type SupplierPart,
} from '../../domain/records.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import {
  type Checked,
  editionsText,
  editionText,
  isBadCondition,
  isBadStatus,
  NOTHING,
  type RowResult,
  type Verdict,
} from './results.ts'

/** What counts first when several answers become one row; what could not be checked comes before everything that is clear. */
const GRAVITY: readonly Verdict[] = ['exacto', 'sancionado', 'parcial', 'no_revisado', 'no_encontrado']

const LABELS = [
  'Padrón',
  'Lista de inhabilitados',
  'Listas de sanciones',
  'Órdenes judiciales',
  'Padrones tributarios',
  'Personas vinculadas',
] as const

const VERDICT_TEXTS: Record<Verdict, string> = {
  exacto: 'coincidencia exacta',
  parcial: 'coincidencia parcial',
  sin_coincidencias: 'sin coincidencias',
  sancionado: 'inhabilitado',
  no_sancionado: 'no inhabilitado',
  encontrado: 'encontrado',
  no_encontrado: 'no encontrado',
  observado: 'observado',
  sin_observaciones: 'sin observaciones',
  vigilado: 'bajo vigilancia',
  no_revisado: 'no revisado',
}

/** What a supplier is asked about beside the register, the sanctions and the screening. */
export interface OtherParts {
  /** Those that count for the row's result: court orders, tax lists, then people. */
  checked: readonly Checked[]
  estados: Partial<Record<SupplierPart, PartState>>
  ediciones: string
}

const EDITIONS_TEXTS = new WeakMap<readonly Origin[], string>()

/** The editions of these parts. Those of the sanctions lists are told by the screening of the row. */
const editionsOf = (origins: readonly Origin[]): string => {
  const known = EDITIONS_TEXTS.get(origins)
  if (known !== undefined) return known
  // The list of subjects without operating capacity is told before the others of its publisher, of which none decides.
  const taxList = origins.find(({ provider, channel }) => provider === 'taxauth-scraper' && channel === 'list')
  const others = editionsText(origins.filter(({ provider }) => /^procurement-(?:courts|people)$/.test(provider)))
  const text = [taxList && editionText('ssco', taxList), others].filter(Boolean).join('; ')
  EDITIONS_TEXTS.set(origins, text)
  return text
}

export const otherParts = ({ data: { partes }, origins, maxAgeSeconds }: Answer<Supplier>): OtherParts => {
  // An answer that may be kept says all that another try would.
  const failed = maxAgeSeconds === 0
  const { padrones, judicial, vinculados } = partes
  return {
    checked: [
      ...(judicial ? [courtResult(judicial, failed)] : []),
      ...(padrones ? [taxListResult(padrones, failed)] : []),
      ...(vinculados ? [peopleResult(vinculados, failed)] : []),
    ],
    ediciones: editionsOf(origins),
    estados: {
      ...(padrones && { padrones: padrones.estado }),
      ...(judicial && { judicial: judicial.estado }),
      ...(vinculados && { vinculados: vinculados.estado }),
    },
  }
}

const courtResult = ({ estado, motivo, hallazgos }: PartOf<'judicial'>, failed: boolean): Checked => {
  const [first] = hallazgos
  if (!first) return clearOrUnchecked({ estado, motivo, clear: 'no_sancionado', failed })
  const { nombre, organo, resolucion, desde, hasta, fechasContradictorias } = first
  return {
    result: {
      ...NOTHING,
      ...{ resultado: 'sancionado', coincidencias: hallazgos.length, nombreEnLista: nombre, lista: 'judicial' },
      programa: organo,
      motivo: [
        `resolución ${resolucion}`,
        desde && `desde ${desde}`,
        hasta && `hasta ${hasta}`,
        fechasContradictorias && 'fechas contradictorias',
      ]
        .filter(Boolean)
        .join(', '),
    },
    ...{ questions: 1, sourceFailed: false },
  }
}

/** To be on the list is told beside the result, as what the register says: it is no match. */
const taxListResult = ({ estado, motivo, hallazgos }: PartOf<'padrones'>, failed: boolean): Checked => {
  const [first] = hallazgos
  if (!first) return clearOrUnchecked({ estado, motivo, clear: 'sin_coincidencias', failed })
  const { padron, desde, resolucion } = first
  return {
    result: { ...NOTHING, resultado: 'encontrado', motivo: `${padron}, ${resolucion}, desde ${desde}` },
    ...{ questions: 1, sourceFailed: false },
  }
}

const peopleResult = ({ estado, motivo, hallazgos }: PartOf<'vinculados'>, failed: boolean): Checked => {
  const found = hallazgos.flatMap((person) => person.coincidencias.map((match) => ({ person, match })))
  const best = found.find(({ match }) => match.coincidencia === 'exacto') ?? found[0]
  if (!best) return clearOrUnchecked({ estado, motivo, clear: 'sin_coincidencias', failed })
  const { nombre, fuente, programa = '', puntaje = '', coincidencia } = best.match
  return {
    result: {
      ...NOTHING,
      ...{ resultado: coincidencia, coincidencias: found.length, nombreEnLista: nombre, lista: fuente },
      ...{ programa, puntaje },
      // Document numbers stay out: keys of one account see the same file, and may not all see them.
      motivo: hallazgos.map((person) => `${person.nombre}, ${person.roles.join(' y ')}`).join('; '),
    },
    ...{ questions: 1, sourceFailed: false },
  }
}

interface UnfoundPart {
  estado: PartState
  motivo: string
  clear: Verdict
  failed: boolean
}

/** What this installation does not have at all decides nothing: it is told in its column. */
const clearOrUnchecked = ({ estado, motivo, clear, failed }: UnfoundPart): Checked => ({
  result: { ...NOTHING, resultado: estado === 'sin_revisar' ? 'no_revisado' : clear, motivo },
  questions: isChecked(estado) ? 1 : 0,
  sourceFailed: failed && estado === 'sin_revisar',
})

/** The states of the parts that are asked about as single questions. */
const statesOf = ([register, sanctions, screening]: readonly Checked[]) => {
  const stateOf = (checked: Checked | undefined, isFound: (result: RowResult) => boolean): PartState => {
    if (!checked || checked.questions === 0) return 'sin_revisar'
    return isFound(checked.result) ? 'hallazgo' : 'sin_hallazgos'
  }
  return {
    registro: stateOf(
      register,
      ({ resultado, estado, condicion }) =>
        resultado === 'no_encontrado' || isBadStatus(estado) || isBadCondition(condicion),
    ),
    sanciones: stateOf(sanctions, ({ resultado }) => resultado === 'sancionado'),
    listas: stateOf(screening, ({ resultado }) => resultado === 'exacto' || resultado === 'parcial'),
  }
}

/** One row from the register, the sanctions and the screening, and the other parts of a supplier. */
export const joinSupplier = (asked: readonly [Checked, Checked, Checked], others: OtherParts): Checked => {
  const [register] = asked
  const done = [...asked, ...others.checked]
  const grave = GRAVITY.find((verdict) => done.some(({ result }) => result.resultado === verdict))
  const shown = done.find(({ result }) => result.resultado === grave)?.result ?? NOTHING
  const { estado, condicion, nombreEnPadron, nombreCoincide } = register.result
  const hits = done.filter(({ result }) => result.resultado !== 'encontrado').map(({ result }) => result.coincidencias)
  const coincidencias = hits.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0)
  const result: RowResult = {
    ...shown,
    ...{ resultado: grave ?? 'sin_coincidencias', estado, condicion, nombreEnPadron, nombreCoincide },
    coincidencias: grave === 'no_revisado' ? '' : coincidencias,
    motivo: done.flatMap((one, i) => partTexts(one.result, i)).join('. '),
    ...statesOf(asked),
    ...others.estados,
    ediciones: [...asked.map((one) => one.result.ediciones), others.ediciones].filter((text) => text !== '').join('; '),
  }
  return {
    result,
    questions: done.reduce((sum, { questions }) => sum + questions, 0),
    sourceFailed: done.some(({ sourceFailed }) => sourceFailed),
  }
}

/** Of the other parts only what a person must look at. */
const partTexts = (result: RowResult, at: number): string[] =>
  at < 3 || result.resultado === 'encontrado' || GRAVITY.includes(result.resultado)
    ? [`${LABELS[at]}: ${partText(result)}`]
    : []

const partText = (result: RowResult): string => {
  const verdict = VERDICT_TEXTS[result.resultado]
  return result.motivo === '' ? verdict : `${verdict} (${result.motivo})`
}
