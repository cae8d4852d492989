import { type AmlRespuesta, LISTAS, type Meta, type ParteListas } from '../../client.ts'
import { SCREENED } from '../../lists.ts'
import { type Party, ScreenedParty } from '../../parts/screening/screened-party.tsx'
import { sentence } from '../../words/sentence.ts'
import { PartCard } from './part-card.tsx'

interface ListsCardProps {
  part: ParteListas | undefined
  meta: Meta<string>
  party: Party
}

const SOURCES: readonly string[] = Object.values(LISTAS).flatMap(({ usual, proveedor }) => (usual ? proveedor : []))

/** The registered name and the RUC on the sanctions lists of the US and the UN. */
export const ListsCard = ({ part, meta, party }: ListsCardProps) => (
  <PartCard id="listas" title="Listas de sanciones" lists={SCREENED} sources={SOURCES} {...{ part, meta }}>
    {(listas) => (
      <>
        <ScreenedParty answer={screeningOf(listas, meta, party)} party={party} />
        {listas.motivo && <p class="quiet-text">{sentence(listas.motivo)}</p>}
      </>
    )}
  </PartCard>
)

/** The part as the answer of a screening. */
const screeningOf = (
  { hallazgos, revisado }: ParteListas,
  meta: Meta<string>,
  { nombre = '' }: Party,
): AmlRespuesta => ({
  data: { query: nombre, total: hallazgos.length, listasActualizadas: revisado ?? '', matches: hallazgos },
  meta: {
    ...meta,
    fuentes: meta.fuentes.filter(({ proveedor }) => SOURCES.includes(proveedor)),
  } as AmlRespuesta['meta'],
})
