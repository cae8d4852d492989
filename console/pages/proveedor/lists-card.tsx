import type { ComponentChildren } from 'preact'
import type { Asked } from '../../ask.ts'
import { type AmlRespuesta, LISTAS } from '../../client.ts'
import { SCREENED } from '../../lists.ts'
import { type Party, ScreenedParty } from '../../parts/screening/screened-party.tsx'
import { Message } from '../../states/message.tsx'
import { AnswerCard } from './answer-card.tsx'

interface ListsCardProps {
  asked: Asked<AmlRespuesta>
  /** Without a name while the register gives none. */
  party: Party
  actions?: ComponentChildren
}

/** The registered name and the RUC on the sanctions lists of the US and the UN. */
export const ListsCard = ({ asked, party, actions }: ListsCardProps) => (
  <AnswerCard
    id="listas"
    title="Listas de sanciones"
    lists={SCREENED}
    rows={3}
    sources={Object.values(LISTAS).flatMap(({ usual, proveedor }) => (usual ? proveedor : []))}
    {...{ asked, actions }}
  >
    {(answer) => (
      <>
        {!party.nombre && <Message kind="warn">No se pudo revisar: falta el nombre registrado.</Message>}
        <ScreenedParty answer={answer} party={party} />
      </>
    )}
  </AnswerCard>
)
