import { type AmlRespuesta, LISTAS, type ListaId, type Meta, type ParteListas } from '../../client.ts'
import { type Party, ScreenedParty } from '../../parts/screening/screened-party.tsx'
import { sentence } from '../../words/sentence.ts'
import { PartCard } from './part-card.tsx'

interface ListsCardProps {
  part: ParteListas | undefined
  /** The lists that were asked; the usual ones when absent. */
  asked: readonly ListaId[] | undefined
  meta: Meta<string>
  party: Party
}

const USUAL = (Object.keys(LISTAS) as ListaId[]).filter((id) => LISTAS[id].usual)

/** The registered name and the RUC on the sanctions lists. */
export const ListsCard = ({ part, asked = USUAL, meta, party }: ListsCardProps) => (
  <PartCard
    id="listas"
    title="Listas de sanciones"
    lists={asked.map((id) => LISTAS[id].dataset)}
    sources={asked.map((id) => LISTAS[id].proveedor)}
    {...{ part, meta }}
  >
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
    fuentes: meta.fuentes.filter(({ proveedor }) => proveedor.endsWith('-list') && proveedor !== 'procurement-list'),
  } as AmlRespuesta['meta'],
})
