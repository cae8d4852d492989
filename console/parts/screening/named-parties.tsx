import { formatNumber } from '../../format.ts'
import { type Named, type NamingAnswer, namedIn } from '../../words/parties.ts'
import { LIST_NAMES } from '../../words/screening.ts'

/** To be opened one by one; nothing when the answer names nobody besides its hits. */
export const NamedParties = ({ answer, isOpen = false }: { answer: NamingAnswer; isOpen?: boolean }) => (
  <>
    {namedIn(answer).map((named) => (
      <details key={named.words} class="named-parties card" open={isOpen}>
        <summary>Ver {named.words}</summary>
        <PartyLines named={named} />
      </details>
    ))}
  </>
)

/** Each with the reason why it is no hit. */
const PartyLines = ({ named: { total, parties } }: { named: Named }) => (
  <>
    <ul class="party-lines">
      {parties.map(({ nombre, fuente, referencia, motivo }) => (
        <li key={`${fuente} ${referencia}`}>
          <strong>{nombre}</strong> – {LIST_NAMES[fuente]} n.º {referencia}
          {motivo && `: ${motivo}`}
        </li>
      ))}
    </ul>
    {total > parties.length && (
      <p>
        Las primeras {formatNumber(parties.length)} de {formatNumber(total)}.
      </p>
    )}
  </>
)
