import { describeSource, SANDBOX_ISSUER } from '../../client.ts'
import { formatMoment } from '../../format.ts'
import {
  askedText,
  type CertificateFacts,
  fieldLabel,
  type StatedTable,
  statedAnswer,
} from '../../words/certificate.ts'
import { CertifiedScreening } from './certified-screening.tsx'

/** What was asked, in words, by endpoint. */
const QUESTIONS: Readonly<Record<string, string>> = {
  aml: 'Revisión en las listas de sanciones de OFAC y la ONU',
  ruc: 'Contribuyente por RUC',
  dni: 'Nombres vinculados a un DNI',
  persona: 'Personas por nombre o DNI',
  nombre: 'Empresas por razón social',
  sanciones: 'Proveedores inhabilitados por el Tribunal de Contrataciones',
  soat: 'SOAT de una placa',
  'tipo-cambio': 'Tipo de cambio oficial',
  indicadores: 'Serie estadística del banco central',
  'indicadores/buscar': 'Series estadísticas por palabras',
}

/** A certificate as an A4 page: question, answer, editions with their sums, time, key. It does not say that it is valid. */
export const CertificateView = ({ facts }: { facts: CertificateFacts }) => (
  <article class="sheet" aria-label="Constancia">
    <header class="sheet-head">
      <h2>Constancia de consulta</h2>
      <p>{QUESTIONS[facts.endpoint] ?? facts.endpoint}</p>
      {facts.iss.startsWith(SANDBOX_ISSUER) && (
        <p class="sheet-sandbox">De ensayo: personas y empresas inventadas. Sin valor.</p>
      )}
    </header>
    <section>
      <h3>Consulta</h3>
      <Facts rows={Object.entries(facts.consulta).map(([name, value]) => [fieldLabel(name), askedText(name, value)])} />
    </section>
    <section class="sheet-answer">
      <h3>Respuesta</h3>
      <StatedAnswer facts={facts} />
      {facts.aviso && <p>{facts.aviso}</p>}
      {facts.truncado && <p>Hubo más coincidencias que las que se muestran.</p>}
    </section>
    <section>
      <h3>Fuentes</h3>
      <ul class="sheet-sources">
        {facts.fuentes.map((source) => (
          <li key={source.proveedor + source.canal}>
            {describeSource({ ...source, edicion: source.edicion ?? undefined })}
            {source.sha256 && <code>SHA-256 {source.sha256}</code>}
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h3>Emisión</h3>
      <Facts
        rows={[
          ['Fecha y hora (Lima)', formatMoment(new Date(facts.iat * 1000).toISOString())],
          ['Identificador', facts.jti],
          ...(facts.institucion ? [['Institución', facts.institucion] as const] : []),
          ['Emisor', facts.iss],
          ['Clave de firma', facts.kid],
          ['Versión', facts.version],
          ...(facts.politica ? [['Reglas de comparación', facts.politica] as const] : []),
        ]}
      />
    </section>
  </article>
)

const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl class="facts">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const StatedAnswer = ({ facts }: { facts: CertificateFacts }) => {
  const { endpoint, estado, respuesta, aviso, truncado } = facts
  if (endpoint === 'aml' && estado === 200) return <CertifiedScreening facts={facts} />
  const { rows, tables } = statedAnswer(respuesta)
  return (
    <>
      {estado === 404 && <p>No figura en las fuentes consultadas.</p>}
      {aviso && <p>{aviso}</p>}
      {truncado && <p>Hubo más resultados que los de esta constancia.</p>}
      <dl class="facts">
        {rows.map(({ label, value, depth }, at) => (
          <div key={`${at} ${label}`} class={`depth-${Math.min(depth, 2)}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <StatedList key={table.label} table={table} />
      ))}
    </>
  )
}

const StatedList = ({ table: { label, heads, rows } }: { table: StatedTable }) => (
  <table class="stated-list">
    <caption>{label}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
