import { findingWords, type Meta, type RevisionProveedor } from '../../client.ts'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { editionOf, PartCard } from './part-card.tsx'

interface TaxListsCardProps {
  partes: RevisionProveedor['partes']
  meta: Meta<string>
}

/** The tax authority's small lists; only that of subjects without operating capacity is a finding. */
export const TaxListsCard = ({ partes, meta }: TaxListsCardProps) => (
  <PartCard
    id="padrones"
    title="Padrones tributarios"
    lists={['ssco', 'agentes']}
    sources={['taxauth-scraper']}
    channel="list"
    part={partes.padrones}
    meta={meta}
  >
    {({ hallazgos, motivo, edicion }) => (
      <>
        {hallazgos.length === 0 ? (
          <Message kind="none">No figura como sujeto sin capacidad operativa{editionOf(edicion)}.</Message>
        ) : (
          <>
            <p class="tone-text tone-bad">
              <strong>Sujeto sin capacidad operativa: sus comprobantes no dan crédito fiscal ni costo.</strong>
            </p>
            <ol class="sanctions">
              {findingWords(partes, 'padrones').map((line, at) => (
                <li key={at}>{line}</li>
              ))}
            </ol>
          </>
        )}
        {motivo && <p class="quiet-text">{sentence(motivo)}</p>}
      </>
    )}
  </PartCard>
)
