import type { MotivoCoincidencia } from '../../client.ts'
import { formatNumber } from '../../format.ts'
import { type Comparison, compare, type Relation } from '../../words/screening.ts'

/** A sign beside each word: colour is never alone. */
const SIGNS: Readonly<Record<Relation, string>> = {
  igual: '=',
  parecida: '≈',
  falta: '−',
  sobra: '+',
  contradice: '≠',
  'sin peso': '·',
}
/** Names and facts weigh about as much at most; a longer bar would say nothing. */
const FULL_BITS = 15

/** What was asked and what the list says, side by side and aligned word by word, with the weight of each line. */
export const ComparisonTable = ({ reasons }: { reasons: readonly MotivoCoincidencia[] }) => (
  <>
    <table class="comparison">
      <caption class="unseen">Lo consultado y lo que dice la lista, palabra por palabra</caption>
      <thead>
        <tr>
          <th scope="col">Consultado</th>
          <th scope="col">Relación</th>
          <th scope="col">En la lista</th>
          <th scope="col">Peso</th>
        </tr>
      </thead>
      <tbody>
        {compare(reasons).map((line, at) => (
          <Line key={`${at} ${line.what}`} line={line} />
        ))}
      </tbody>
    </table>
    <p class="weight-note quiet-text">
      El peso dice cuánto acerca (+) o aleja (−) cada línea a la parte listada: una palabra rara pesa más que una común.
    </p>
  </>
)

const Line = ({ line: { what, asked, listed, relation, note, weight } }: { line: Comparison }) => (
  <tr class={`relation-${relation.replace(' ', '-')}`}>
    <td class="asked">
      {what !== 'Palabra' && <small>{what}</small>}
      {asked || '–'}
    </td>
    <td class="relation">
      <span class="sign" aria-hidden="true">
        {SIGNS[relation]}
      </span>
      {relation}
      {note && <small>{note}</small>}
    </td>
    <td class="listed">
      {what !== 'Palabra' && <small>{what}</small>}
      {listed || '–'}
    </td>
    <td class="weight">
      <Weight weight={weight} />
    </td>
  </tr>
)

/** A small bar from the middle: to the right for the hit, to the left against it. */
const Weight = ({ weight }: { weight: number | null }) => {
  const share = Math.min(1, Math.abs(weight ?? 0) / FULL_BITS) * 50
  const isAgainst = weight !== null && weight < 0
  const side = isAgainst ? { right: '50%' } : { left: '50%' }
  return (
    <>
      <span class="weight-bar" aria-hidden="true">
        <span class={isAgainst ? 'against' : 'for'} style={{ width: `${share}%`, ...side }} />
      </span>
      <span class="weight-figure">{weight === null ? '–' : `${weight > 0 ? '+' : ''}${formatNumber(weight, 1)}`}</span>
    </>
  )
}
