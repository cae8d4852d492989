import { useLayoutEffect, useRef } from 'preact/hooks'
import { type CoincidenciaLista, LISTAS } from '../../client.ts'
import { joinWords } from '../../format.ts'
import { useKey } from '../../keys.ts'
import { goBack, type Question } from '../../navigation.ts'
import type { Certificate } from '../../parts/certificate/use-certificate.tsx'
import { ComparisonTable } from '../../parts/screening/comparison-table.tsx'
import { Holder, MatchChips } from '../../parts/screening/match-chips.tsx'
import { PartyFile } from '../../parts/screening/party-file.tsx'
import { ListAndPrograms } from '../../parts/screening/programs.tsx'
import { LIST_NAMES, NAME_TYPES } from '../../words/screening.ts'
import { fieldsOf, questionOf, questionWords } from './question.ts'

interface HitProps {
  hit: CoincidenciaLista
  question: Question
  certificate: Certificate
}

/** One hit: why it matched, word by word, and what the list says of the party. */
export const Hit = ({ hit, question, certificate }: HitProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const close = (): void => goBack(questionOf(fieldsOf(question)))
  useKey('Escape', close)
  return (
    <article class="hit">
      <div class="actions no-print">
        <button type="button" onClick={close}>
          Volver a las coincidencias
        </button>
        {certificate.button}
        <button type="button" onClick={() => print()}>
          Imprimir
        </button>
      </div>
      {certificate.panel}
      <header class="hit-head">
        <h1 ref={heading} tabIndex={-1}>
          {hit.nombre}
        </h1>
        <p>
          <MatchChips match={hit} isWhole /> Puntaje {hit.puntaje} de 100 · <ListAndPrograms {...hit} />
        </p>
        <Holder match={hit} />
        <EntryLink hit={hit} />
      </header>
      <section class="card" aria-labelledby="comparacion">
        <h2 id="comparacion">Comparación</h2>
        <p class="quiet-text">
          Coincide con «{hit.nombreCoincidente}»{hit.tipoNombre && `, ${NAME_TYPES[hit.tipoNombre]}`}. Consultado:{' '}
          {questionWords(question)}.
        </p>
        <ComparisonTable reasons={hit.motivos ?? []} />
      </section>
      {hit.ficha && <PartyFile file={hit.ficha} />}
    </article>
  )
}

/** The entry's number, with the publisher's own page. */
const EntryLink = ({ hit: { fuente, referencia, ficha, mismaParte = [] } }: { hit: CoincidenciaLista }) => (
  <p>
    Entrada n.º <strong>{referencia}</strong> de la lista {LIST_NAMES[fuente]}
    {ficha?.enlace && (
      <>
        {': '}
        <a href={ficha.enlace} target="_blank" rel="noopener noreferrer external">
          ver en el sitio {LISTAS[fuente].sitio} (otra pestaña)
        </a>
      </>
    )}
    {mismaParte.length > 0 &&
      `. La misma parte: ${joinWords(mismaParte.map((one) => `${LIST_NAMES[one.fuente]} n.º ${one.referencia}`))}`}
  </p>
)
