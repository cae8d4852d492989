import { describeSource, type Meta } from '../client.ts'
import { formatDate } from '../format.ts'

/** Where an answer comes from, in people's words; the internal ids in the details. */
export const SourceLine = ({ meta }: { meta: Meta<string> }) => {
  if (meta.fuentes.length === 0) return null
  return (
    <details class="source-line">
      <summary>Fuente: {meta.fuentes.map(describeSource).join('; ')}</summary>
      <dl>
        {meta.fuentes.map(({ proveedor, canal, edicion }) => (
          <div key={proveedor + canal}>
            <dt>{proveedor}</dt>
            <dd>
              canal {canal}
              {edicion ? `, edición ${formatDate(edicion)}` : ''}
            </dd>
          </div>
        ))}
        {meta.requestId && (
          <div>
            <dt>Petición</dt>
            <dd>{meta.requestId}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}
