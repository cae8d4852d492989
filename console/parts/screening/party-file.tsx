import type { ComponentChildren } from 'preact'
import type { FichaLista } from '../../client.ts'
import { partyFacts } from '../../words/parties.ts'

/** Told without a list. */
const ONE_EACH = ['Tipo', 'Incluido el', 'Observaciones']

/** What the list says of a party, and its other names. */
export const PartyFile = ({ file }: { file: FichaLista }) => (
  <div class="party-file">
    <div class="card">
      <h2>Lo que dice la lista</h2>
      <dl class="facts">
        {partyFacts(file).map(([label, values]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{ONE_EACH.includes(label) ? values : lines(values)}</dd>
          </div>
        ))}
      </dl>
    </div>
    <div class="card">
      <h2>Otros nombres</h2>
      {lines(file.alias) ?? <p class="quiet-text">La lista no da otros.</p>}
    </div>
  </div>
)

const lines = (texts: readonly string[]): ComponentChildren =>
  texts.length === 0 ? null : (
    <ul>
      {texts.map((text, at) => (
        <li key={`${at} ${text}`}>{text}</li>
      ))}
    </ul>
  )
