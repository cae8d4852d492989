import type { ComponentChildren } from 'preact'
import type { Asked } from '../../ask.ts'
import type { Contribuyente, RucRespuesta } from '../../client.ts'
import { Record } from '../../parts/record.tsx'
import { AnswerCard } from './answer-card.tsx'

interface RegisterCardProps {
  asked: Asked<RucRespuesta>
  actions?: ComponentChildren
}

/** The taxpayer's record. */
export const RegisterCard = ({ asked, actions }: RegisterCardProps) => (
  <AnswerCard
    id="padron"
    title="Padrón"
    rows={3}
    lists={['padron']}
    sources={['taxauth-scraper']}
    {...{ asked, actions }}
  >
    {({ data }) => (
      <Record
        fields={[
          // Whole here: the heading has room for a few lines.
          ['Razón social', data.razonSocial, 'wide'],
          ['RUC', data.numero],
          ['Estado', data.estado],
          ['Condición', data.condicion],
          ['Tipo de contribuyente', data.tipo],
          ['Dirección', data.direccion || (isPerson(data) && 'No se publica para personas naturales'), 'wide'],
          ['Distrito, provincia, departamento', placeOf(data)],
          ['Ubigeo', data.ubigeo],
        ]}
      />
    )}
  </AnswerCard>
)

const isPerson = ({ numero }: Contribuyente): boolean => !numero.startsWith('20')

const placeOf = ({ distrito, provincia, departamento }: Contribuyente): string =>
  [distrito, provincia, departamento].filter(Boolean).join(', ')
