import { useQuestion } from '../../ask.ts'
import type { CoincidenciaEmpresa } from '../../client.ts'
import { count } from '../../format.ts'
import { goTo, replaceQuestion } from '../../navigation.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'

interface CompaniesProps {
  nombre: string
  isOpen: boolean
  /** The answer about people says that there are companies of that name. */
  areLeftOut: boolean
}

/** Companies of the same name, asked for only on request: it is a question of its own. */
export const Companies = ({ nombre, isOpen, areLeftOut }: CompaniesProps) => {
  const asked = useQuestion(isOpen ? nombre : null, (client, q, signal) => client.nombre({ q }, { signal }))
  return (
    <section class="companies" aria-labelledby="empresas">
      <h2 id="empresas">Empresas</h2>
      {asked.state === 'idle' && (
        <p>
          {areLeftOut ? 'También hay empresas con ese nombre.' : 'La respuesta es solo de personas.'}{' '}
          <button type="button" onClick={() => replaceQuestion({ nombre, empresas: '1' })}>
            Buscar empresas con este nombre
          </button>
        </p>
      )}
      {asked.state === 'asking' && <Asking rows={4} />}
      {asked.state === 'failed' && asked.error.kind === 'not-found' && (
        <Message kind="none">Ninguna empresa figura con ese nombre en el padrón.</Message>
      )}
      {asked.state === 'failed' && asked.error.kind !== 'not-found' && (
        <Failed error={asked.error} retry={asked.retry} />
      )}
      {asked.state === 'answered' && (
        <>
          <p role="status">
            {asked.answer.truncado && 'Las primeras '}
            {count(asked.answer.total, 'empresa', 'empresas')}
          </p>
          <Table
            caption="Enter o un clic abre el RUC en Proveedor"
            columns={COLUMNS}
            rows={asked.answer.data}
            keyOf={({ numero }) => numero}
            onOpen={({ numero }) => goTo('/proveedor', { ruc: numero })}
          />
          <SourceLine meta={asked.answer.meta} />
        </>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<CoincidenciaEmpresa>[] = [
  { head: 'Razón social', opens: true, cell: ({ razonSocial }) => razonSocial },
  { head: 'RUC', cell: ({ numero }) => <span class="unbroken">{numero}</span> },
  { head: 'Estado', cell: ({ estado }) => estado },
  { head: 'Condición', cell: ({ condicion }) => condicion },
]
