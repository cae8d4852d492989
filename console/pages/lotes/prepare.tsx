import { useRef, useState } from 'preact/hooks'
import { asChasquiError, useQuestion } from '../../ask.ts'
import type { ChasquiError, LotesVistaParametros, VistaDeLote } from '../../client.ts'
import { useIsShown } from '../../is-shown.ts'
import { useBackKey } from '../../keys.ts'
import { Field } from '../../parts/field.tsx'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { type BatchKind, KIND_IDS, KINDS } from './batch.ts'
import { BatchFailed } from './batch-failed.tsx'
import { Columns, type Role } from './columns.tsx'
import { Cost } from './cost.tsx'
import { Steps } from './steps.tsx'

interface PrepareProps {
  file: File
  kind: BatchKind
  onStarted(id: string): void
}

/** Steps 2 and 3: what was read from the file, what can be corrected, and what it costs. */
export const Prepare = ({ file, kind: firstKind, onStarted }: PrepareProps) => {
  const { client, signOut } = useSession()
  const [kind, setKind] = useState(firstKind)
  const [sheet, setSheet] = useState<string | null>(null)
  const [named, setNamed] = useState<Partial<Record<Role, string>>>({})
  const [isHeaderless, setHeaderless] = useState(false)
  const [starting, setStarting] = useState<'no' | 'yes' | ChasquiError>('no')
  const parameters = parametersOf(kind, named, sheet, isHeaderless)
  const asked = useQuestion(parameters, (lookup, query, signal) => lookup.lotes.vista(file, query, { signal }))
  // What was read before stays until the correction is read, so that nothing jumps.
  const last = useRef<VistaDeLote | null>(null)
  if (asked.state === 'answered') last.current = asked.answer.data
  const preview = last.current
  // Corrections of the columns would be lost.
  const isChanged = sheet !== null || isHeaderless || Object.keys(named).length > 0 || kind !== firstKind
  useBackKey(!isChanged && starting !== 'yes')
  const isShown = useIsShown()

  const start = async (): Promise<void> => {
    setStarting('yes')
    try {
      const { data } = await client.lotes.crear(file, parameters)
      if (isShown()) onStarted(data.id)
    } catch (failure) {
      const error = asChasquiError(failure)
      if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
      setStarting(error)
    }
  }
  const setRole = (column: string, role: Role | null): void =>
    setNamed((before) => {
      const others = Object.entries(before).filter(([, name]) => name !== column)
      return { ...Object.fromEntries(others), ...(role && { [role]: column }) }
    })

  return (
    <>
      <h1>Lotes</h1>
      <Steps at={preview && !preview.falta ? 'Costo' : 'Columnas'} />
      <div class="chosen-file">
        <p>
          Archivo <strong>{file.name}</strong>
        </p>
        <button type="button" onClick={() => history.back()}>
          Elegir otro archivo
        </button>
      </div>
      {asked.state === 'asking' && !preview && <Asking rows={8} />}
      {asked.state === 'failed' && <BatchFailed error={asked.error} retry={asked.retry} />}
      {preview && (
        <>
          <div class="prepare-fields">
            <Field
              label="Qué se revisa"
              name="tipo"
              value={kind}
              options={KIND_IDS.map((id) => [id, KINDS[id].name] as const)}
              onInput={(id) => setKind(id as BatchKind)}
            />
            {preview.hojas.length > 1 && (
              <Field
                label="Hoja del libro"
                name="hoja"
                value={sheet ?? preview.hoja ?? ''}
                options={preview.hojas.map((name) => [name, name] as const)}
                onInput={(name) => {
                  setSheet(name)
                  setNamed({})
                  setHeaderless(false)
                }}
              />
            )}
          </div>
          <Columns
            {...{ preview, named, setRole, isHeaderless }}
            setHeaderless={(isIt) => {
              // The columns are called otherwise then.
              setNamed({})
              setHeaderless(isIt)
            }}
            isBusy={asked.state === 'asking'}
          />
          <Cost
            preview={preview}
            kind={kind}
            isReady={asked.state === 'answered' && starting !== 'yes'}
            isStarting={starting === 'yes'}
            onStart={() => void start()}
          />
          {starting instanceof Error && <BatchFailed error={starting} />}
        </>
      )}
    </>
  )
}

const parameterOf = (role: string): string => `columna${role[0]?.toUpperCase()}${role.slice(1)}`

const namedColumns = (named: Partial<Record<Role, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([role, column]) => [parameterOf(role), column]))

const parametersOf = (
  kind: BatchKind,
  named: Partial<Record<Role, string>>,
  sheet: string | null,
  isHeaderless: boolean,
): LotesVistaParametros => ({
  tipo: kind,
  ...namedColumns(named),
  ...(sheet !== null && { hoja: sheet }),
  ...(isHeaderless && { sinCabecera: true }),
})
