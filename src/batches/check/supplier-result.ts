import { type Checked, NOTHING, type RowResult, type Verdict } from './results.ts'

/** What counts first when three answers become one row; what could not be checked comes before everything that is clear. */
const GRAVITY: readonly Verdict[] = ['exacto', 'sancionado', 'parcial', 'no_revisado', 'no_encontrado']

const LABELS = ['Padrón', 'Lista de inhabilitados', 'Listas de sanciones'] as const

const VERDICT_TEXTS: Record<Verdict, string> = {
  exacto: 'coincidencia exacta',
  parcial: 'coincidencia parcial',
  sin_coincidencias: 'sin coincidencias',
  sancionado: 'inhabilitado',
  no_sancionado: 'no inhabilitado',
  encontrado: 'encontrado',
  no_encontrado: 'no encontrado',
  no_revisado: 'no revisado',
}

/** One row from the register, the sanctions and the screening. */
export const joinSupplier = (register: Checked, sanctions: Checked, screening: Checked): Checked => {
  const done = [register, sanctions, screening]
  const grave = GRAVITY.find((verdict) => done.some(({ result }) => result.resultado === verdict))
  const shown = done.find(({ result }) => result.resultado === grave)?.result ?? NOTHING
  const { estado, condicion, nombreEnPadron, nombreCoincide } = register.result
  const hits = done.filter(({ result }) => result.resultado !== 'encontrado').map(({ result }) => result.coincidencias)
  const coincidencias = hits.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0)
  const result: RowResult = {
    ...shown,
    ...{ resultado: grave ?? 'sin_coincidencias', estado, condicion, nombreEnPadron, nombreCoincide },
    coincidencias: grave === 'no_revisado' ? '' : coincidencias,
    motivo: done.map((one, i) => `${LABELS[i]}: ${partText(one.result)}`).join('. '),
    ediciones: done
      .map((one) => one.result.ediciones)
      .filter((text) => text !== '')
      .join('; '),
  }
  return {
    result,
    questions: done.reduce((sum, { questions }) => sum + questions, 0),
    sourceFailed: done.some(({ sourceFailed }) => sourceFailed),
  }
}

const partText = (result: RowResult): string => {
  const verdict = VERDICT_TEXTS[result.resultado]
  return result.motivo === '' ? verdict : `${verdict} (${result.motivo})`
}
