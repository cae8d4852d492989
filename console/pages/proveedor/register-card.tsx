import type { Contribuyente, Meta, ParteRegistro } from '../../client.ts'
import { Record } from '../../parts/record.tsx'
import { PartCard } from './part-card.tsx'

/** The taxpayer's record. */
export const RegisterCard = ({ part, meta }: { part: ParteRegistro | undefined; meta: Meta<string> }) => (
  <PartCard id="padron" title="Padrón" lists={['padron']} sources={['taxauth-scraper']} {...{ part, meta }}>
    {({ ficha }) =>
      ficha && (
        <Record
          fields={[
            // Whole here: the heading has room for a few lines.
            ['Razón social', ficha.razonSocial, 'wide'],
            ['RUC', ficha.numero],
            ['Estado', ficha.estado],
            ['Condición', ficha.condicion],
            ['Tipo de contribuyente', ficha.tipo],
            ['Dirección', ficha.direccion || (isPerson(ficha) && 'No se publica para personas naturales'), 'wide'],
            ['Distrito, provincia, departamento', placeOf(ficha)],
            ['Ubigeo', ficha.ubigeo],
          ]}
        />
      )
    }
  </PartCard>
)

const isPerson = ({ numero }: Contribuyente): boolean => !numero.startsWith('20')

const placeOf = ({ distrito, provincia, departamento }: Contribuyente): string =>
  [distrito, provincia, departamento].filter(Boolean).join(', ')
