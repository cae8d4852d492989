import type { Screening } from '../../client.ts'
import { count, formatNumber } from '../../format.ts'
import { LIST_NAMES } from '../../words/screening.ts'

/** Parties that are no hits and that an answer names nevertheless. */
interface Named {
  words: string
  total: number
  parties: readonly { nombre: string; fuente: 'US' | 'UN'; referencia: string; motivo?: string }[]
}

type Answer = Partial<Pick<Screening, 'descartadas' | 'descartadasTotal' | 'unaPalabra' | 'matches'>>

/** Those that what is known of the customer left out, and those that have the one word of the question. */
export const namedIn = ({ descartadas = [], descartadasTotal, unaPalabra, matches = [] }: Answer): Named[] => {
  const left = descartadasTotal ?? descartadas.length
  const leftWords = count(left, 'nombre que quedó fuera', 'nombres que quedaron fuera')
  const all: Named[] = [{ words: leftWords, total: left, parties: descartadas }]
  // A rare surname is a hit already.
  if (unaPalabra?.llevan && matches.length < unaPalabra.partes) {
    const words = `${count(unaPalabra.partes, 'parte listada', 'partes listadas')} con «${unaPalabra.palabra}»`
    all.push({ words, total: unaPalabra.partes, parties: unaPalabra.llevan })
  }
  return all.filter(({ parties }) => parties.length > 0)
}

/** To be opened one by one; nothing when the answer names nobody besides its hits. */
export const NamedParties = ({ answer, isOpen = false }: { answer: Answer; isOpen?: boolean }) => (
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
export const PartyLines = ({ named: { total, parties } }: { named: Named }) => (
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
