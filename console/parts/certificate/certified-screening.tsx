import type { Screening } from '../../client.ts'
import { editionWords } from '../../lists.ts'
import type { CertifiedSource } from '../../words/certificate.ts'
import { LIST_NAMES, matchWords } from '../../words/screening.ts'

/** The answer of a certified screening: the sentence, and one line per hit. */
export const CertifiedScreening = ({ answer, sources }: { answer: unknown; sources: readonly CertifiedSource[] }) => {
  const { matches = [], truncado = false } = answer as Partial<Screening>
  if (matches.length === 0) {
    return <p>Sin coincidencias en las ediciones {editionWords(sources)}.</p>
  }
  return (
    <>
      <p>{matchWords(matches, truncado)}.</p>
      <ol class="sheet-matches">
        {matches.map(({ nombre, fuente, referencia, programa, coincidencia, puntaje }, at) => (
          <li key={`${fuente} ${referencia} ${at}`}>
            <strong>{nombre}</strong> – {LIST_NAMES[fuente]} n.º {referencia ?? '–'}
            {programa && `, ${programa}`}: coincidencia {coincidencia === 'exacto' ? 'exacta' : 'parcial'}
            {puntaje !== undefined && `, puntaje ${puntaje}`}
          </li>
        ))}
      </ol>
    </>
  )
}
