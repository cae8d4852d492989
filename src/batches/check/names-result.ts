import { type Checked, HITS, type Verdict } from './results.ts'

/** What became of the question about one name of a row. */
export interface NamedResult extends Checked {
  nombre: string
}

/** What counts first when the answers about several names become one row; clear comes last. */
const GRAVITY: readonly Verdict[] = ['exacto', 'sancionado', 'parcial', 'no_revisado']

/** One row from the answers about each of its names; `motivo` tells which name is meant. */
export const joinNames = (all: readonly NamedResult[]): Checked => {
  const [first] = all as readonly [NamedResult, ...NamedResult[]]
  const grave = GRAVITY.find((verdict) => all.some(({ result }) => result.resultado === verdict))
  const shown = all.find(({ result }) => result.resultado === grave) ?? first
  const counts = all.map(({ result }) => Number(result.coincidencias))
  const explained = all.filter(({ result }) => result.motivo !== '' || HITS.includes(result.resultado))
  return {
    result: {
      ...shown.result,
      coincidencias: grave === 'no_revisado' ? '' : counts.reduce((sum, count) => sum + count, 0),
      motivo: [
        `La fila tiene ${all.length} nombres`,
        ...explained.map(({ nombre, result }) => `«${nombre}»: ${result.motivo || 'coincide'}`),
      ].join('. '),
    },
    questions: all.reduce((sum, { questions }) => sum + questions, 0),
    sourceFailed: all.some(({ sourceFailed }) => sourceFailed),
  }
}
