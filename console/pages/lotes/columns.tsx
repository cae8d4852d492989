import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { VistaDeLote } from '../../client.ts'
import { count, formatNumber, joinWords } from '../../format.ts'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import type { BatchKind } from './batch.ts'

/** What a column can mean. */
const ROLES = [
  ['nombre', 'Nombre'],
  ['documento', 'Documento'],
  ['nacimiento', 'Nacimiento'],
  ['pais', 'País'],
  ['referencia', 'Referencia'],
  ['fecha', 'Fecha de emisión'],
  ['monto', 'Importe'],
] as const
export type Role = (typeof ROLES)[number][0]

/** Those that purchases alone have. */
const PURCHASE_ROLES: readonly Role[] = ['fecha', 'monto']

interface ColumnsProps {
  kind: BatchKind
  preview: VistaDeLote
  /** The roles that the person gave. */
  named: Partial<Record<Role, string>>
  setRole(column: string, role: Role | null): void
  /** True when the person said that the first row is data. */
  isHeaderless: boolean
  setHeaderless(isIt: boolean): void
  isBusy: boolean
}

/** Step 2: what was recognised, the first rows, and the rows that cannot be asked about. */
export const Columns = ({ kind, preview, named, setRole, isHeaderless, setHeaderless, isBusy }: ColumnsProps) => {
  const { columnas, muestra, filasDeMuestra, falta, problemas, filas, filasDePie } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  const order = useColumnOrder(columnas)
  useLayoutEffect(() => heading.current?.focus(), [])
  // Where a header was not recognised by itself it may be a row of data, which must not be lost unseen.
  const isDoubtful = preview.formato !== 'json' && (falta !== null || isHeaderless || Object.keys(named).length > 0)
  return (
    <section class="columns" aria-labelledby="columnas" aria-busy={isBusy}>
      <h2 id="columnas" ref={heading} tabIndex={-1}>
        Columnas
      </h2>
      {falta ? (
        <Message kind="warn">
          {isHeaderless ? '' : `${sentence(falta.mensaje)} `}Elija abajo qué es cada columna.
        </Message>
      ) : (
        <p role="status">{recognisedWords(columnas)} Si algo no es así, cámbielo en la tabla.</p>
      )}
      {isDoubtful && (
        <div class="first-row">
          {!isHeaderless && (
            <p>
              <strong>Cabecera:</strong> {headerWords(columnas)}. Esta fila no se revisa.
            </p>
          )}
          <label>
            <input
              type="checkbox"
              name="sin-cabecera"
              checked={isHeaderless}
              onChange={(event) => setHeaderless(event.currentTarget.checked)}
            />{' '}
            La primera fila ya es un dato (el archivo no tiene cabecera)
          </label>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section class="preview" tabIndex={0} aria-label="Primeras filas del archivo">
        <table>
          <caption>
            <span>
              {filas > muestra.length ? `Primeras ${muestra.length} de ` : ''}
              {count(filas, 'fila', 'filas')}
              {order.isChanged && '. Las columnas reconocidas van primero; después, todas las demás.'}
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col" class="figure">
                Fila
              </th>
              {order.columns.map((at) => {
                const { nombre, papel } = columnas[at] as Column
                const chosenBy = columnKey(columnas, at)
                return (
                  <th key={at} scope="col">
                    <span class="preview-name">
                      <span class="preview-at">{letterOf(at)} ·</span> {nombre || '(sin título)'}
                    </span>
                    <RoleSelect
                      column={nombre || `${letterOf(at)}, sin título`}
                      role={papel}
                      kind={kind}
                      isNamed={Object.values(named).includes(chosenBy)}
                      onChange={(role) => setRole(chosenBy, role)}
                    />
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {muestra.map((row, at) => (
              <tr key={at}>
                <td class="figure">{formatNumber(filasDeMuestra[at] ?? at + 1)}</td>
                {order.columns.map((column) => (
                  <td key={column}>{row[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {filasDePie > 0 && (
        <p class="quiet-text">
          {count(filasDePie, 'fila de totales o pie de página queda', 'filas de totales o pie de página quedan')} en el
          resultado sin consultarse y sin costo.
        </p>
      )}
      {problemas.length > 0 && <Problems problems={problemas} />}
    </section>
  )
}

type Column = VistaDeLote['columnas'][number]

/** The letter of a column, as spreadsheets show it. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

/** What a column is chosen by: its title or, where it has none or shares it, its letter. */
const columnKey = (columns: readonly Column[], at: number): string => {
  const name = columns[at]?.nombre ?? ''
  return name !== '' && columns.filter(({ nombre }) => nombre === name).length === 1 ? name : letterOf(at)
}

/**
 * The recognised columns first: in a file of fifty they would be out of view. The order is that of the first reading of a
 * header, so that no column moves under the hand that corrects it.
 */
const useColumnOrder = (columns: readonly Column[]): { columns: readonly number[]; isChanged: boolean } => {
  const header = JSON.stringify(columns.map(({ nombre }) => nombre))
  return useMemo(() => {
    const all = columns.map((_, at) => at)
    const isUsed = (at: number): boolean => columns[at]?.papel !== null
    const ordered = [...all.filter(isUsed), ...all.filter((at) => !isUsed(at))]
    return { columns: ordered, isChanged: ordered.some((at, place) => at !== place) }
  }, [header])
}

interface RoleSelectProps {
  column: string
  kind: BatchKind
  role: Role | null
  /** True when the person chose it: then it can be taken back. */
  isNamed: boolean
  onChange(role: Role | null): void
}

const RoleSelect = ({ column, kind, role, isNamed, onChange }: RoleSelectProps) => (
  <select
    aria-label={`Papel de la columna ${column}`}
    value={role ?? ''}
    onChange={(event) => onChange((event.currentTarget.value || null) as Role | null)}
  >
    {(role === null || isNamed) && <option value="">{role === null ? 'No se usa' : 'Como se reconoció'}</option>}
    {ROLES.filter(([id]) => kind === 'compras' || !PURCHASE_ROLES.includes(id)).map(([id, words]) => (
      <option key={id} value={id}>
        {words}
      </option>
    ))}
  </select>
)

const headerWords = (columns: VistaDeLote['columnas']): string =>
  columns.map(({ nombre }) => (nombre ? `«${nombre}»` : '(vacía)')).join(', ')

const recognisedWords = (columns: VistaDeLote['columnas']): string => {
  const found = ROLES.flatMap(([id, words]) => {
    const names = columns.flatMap(({ papel, nombre }, at) =>
      papel === id ? [nombre ? `«${nombre}»` : `la columna ${letterOf(at)}`] : [],
    )
    return names.length > 0 ? [`${words.toLowerCase()} en ${joinWords(names)}`] : []
  })
  return `Se reconoció: ${found.join('; ')}.`
}

const MOST_TOLD = 20

const Problems = ({ problems }: { problems: VistaDeLote['problemas'] }) => {
  const isCut = problems.length >= MOST_TOLD
  const words = count(problems.length, 'fila no se podrá revisar', 'filas no se podrán revisar')
  const costWords =
    problems.length === 1
      ? 'quedará como «No revisado» y no cuesta nada'
      : 'quedarán como «No revisado» y no cuestan nada'
  return (
    <details class="problems" open={problems.length <= 5}>
      <summary>
        {isCut ? `Al menos ${words}` : words}: {costWords}
      </summary>
      <ul>
        {problems.map(({ fila, motivo }) => (
          <li key={fila}>
            <strong>Fila {formatNumber(fila)}</strong>: {sentence(motivo)}
          </li>
        ))}
      </ul>
    </details>
  )
}
