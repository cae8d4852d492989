import type { Screening } from '../../client.ts'
import { editionWords } from '../../lists.ts'
import type { CertificateFacts } from '../../words/certificate.ts'
import { hasSameDocument, LIST_NAMES, outcomeOf } from '../../words/screening.ts'
import { namedIn, PartyLines } from '../screening/named-parties.tsx'

/** The answer of a certified screening: the sentence, one line per hit, and whom it names besides. */
export const CertifiedScreening = ({ facts: { respuesta, aviso, fuentes } }: { facts: CertificateFacts }) => {
  const { matches = [], ...rest } = respuesta as Partial<Screening>
  const { sentence, note } = outcomeOf({ ...rest, matches }, aviso, editionWords(fuentes))
  return (
    <>
      <p>{matches.length === 0 ? sentence : `${sentence}.`}</p>
      {note && <p>{note}</p>}
      {aviso && aviso !== sentence && <p>Aviso del servicio: {aviso}</p>}
      <ol class="sheet-matches">
        {matches.map(({ nombre, fuente, referencia, programa, coincidencia, puntaje, titular, motivos }, at) => (
          <li key={`${fuente} ${referencia} ${at}`}>
            <strong>{nombre}</strong> – {LIST_NAMES[fuente]} n.º {referencia ?? '–'}
            {programa && `, ${programa}`}: coincidencia {coincidencia === 'exacto' ? 'exacta' : 'parcial'}
            {puntaje !== undefined && `, puntaje ${puntaje}`}
            {titular && `, titular ${titular}`}
            {hasSameDocument({ motivos }) && <strong>, documento igual</strong>}
          </li>
        ))}
      </ol>
      {namedIn({ ...rest, matches }).map((named) => (
        <div key={named.words}>
          <p>{named.words}:</p>
          <PartyLines named={named} />
        </div>
      ))}
    </>
  )
}
