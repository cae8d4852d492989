import type { ComponentChildren } from 'preact'
import type { FichaLista } from '../../client.ts'
import { PARTY_TYPES } from '../../words/screening.ts'

/** What the list says of a party, in its own words. What it does not say is left out. */
export const PartyFile = ({ file }: { file: FichaLista }) => {
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['Tipo', PARTY_TYPES[file.tipo]],
    ['Nacimiento', lines(file.nacimientos)],
    ['Lugar de nacimiento', lines(file.lugaresNacimiento)],
    ['Nacionalidad', lines(file.nacionalidades)],
    ['Países', lines(file.paises)],
    ['Direcciones', lines(file.direcciones)],
    ['Documentos', lines(file.documentos.map(documentWords))],
    ['Cargos', lines(file.cargos)],
    ['Programas', lines(file.programas)],
    ['Vínculos', lines(file.vinculos)],
    ['Particularidades', lines(file.particularidades.map(({ nombre, valor }) => `${nombre}: ${valor}`))],
    ['Incluido el', file.incluidoEl],
    ['Observaciones', file.observaciones],
  ]
  return (
    <div class="party-file">
      <section class="card" aria-labelledby="ficha">
        <h2 id="ficha">Lo que dice la lista</h2>
        <dl class="facts">
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section class="card" aria-labelledby="otros-nombres">
        <h2 id="otros-nombres">Otros nombres</h2>
        {lines(file.alias) ?? <p class="quiet-text">La lista no da otros.</p>}
      </section>
    </div>
  )
}

const lines = (texts: readonly string[]): ComponentChildren =>
  texts.length === 0 ? null : (
    <ul>
      {texts.map((text, at) => (
        <li key={`${at} ${text}`}>{text}</li>
      ))}
    </ul>
  )

const documentWords = ({ tipo, numero, pais, nota }: FichaLista['documentos'][number]): string =>
  `${tipo} ${numero}${pais && ` (${pais})`}${nota && `, ${nota}`}`
