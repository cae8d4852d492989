import { useMemo, useRef, useState } from 'preact/hooks'
import { asChasquiError, useFreeQuestion } from '../../ask.ts'
import type { ChasquiError, LotesVistaParametros, VistaDeLote } from '../../client.ts'
import { count, joinWords } from '../../format.ts'
import { useIsShown } from '../../is-shown.ts'
import { useBackKey } from '../../keys.ts'
import { listsToAsk, SCREENED } from '../../lists.ts'
import { Field } from '../../parts/field.tsx'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'
import { type BatchKind, KIND_IDS, KINDS } from './batch.ts'
import { BatchFailed } from './batch-failed.tsx'
import { Columns, type Role } from './columns.tsx'
import { Cost } from './cost.tsx'
import { Steps } from './steps.tsx'

/** For how many days the batch is kept. */
const KEPT = [
  ['', 'El tiempo usual'],
  ['30', '30 días'],
  ['90', '90 días'],
  ['365', '1 año'],
  ['400', '400 días'],
] as const

const WATCHED = [
  ['', 'No ponerlos'],
  ['persona', 'Son personas'],
  ['empresa', 'Son empresas'],
] as const

const PEOPLE = [
  ['', 'No revisarlas'],
  ['1', 'Revisarlas también'],
] as const

interface PrepareProps {
  file: File
  kind: BatchKind
  onStarted(id: string): void
}

/** Steps 2 and 3: what was read from the file, what can be corrected, and what it costs. */
export const Prepare = ({ file, kind: firstKind, onStarted }: PrepareProps) => {
  const { client, signOut, health, isReported } = useSession()
  const [kind, setKind] = useState(firstKind)
  const [sheet, setSheet] = useState<string | null>(null)
  const [named, setNamed] = useState<Partial<Record<Role, string>>>({})
  const [isHeaderless, setHeaderless] = useState(false)
  const [days, setDays] = useState('')
  const [withPeople, setWithPeople] = useState(false)
  const [watched, setWatched] = useState<'' | 'persona' | 'empresa'>('')
  const [starting, setStarting] = useState<'no' | 'yes' | ChasquiError>('no')
  const listas = useMemo(() => listsToAsk(health), [isReported])
  const isScreened = KINDS[kind].lists.includes(SCREENED[0])
  const parameters = {
    ...parametersOf(kind, named, sheet, isHeaderless),
    ...(listas && isScreened && { listas }),
    ...(kind === 'proveedor' && withPeople && { vinculados: true }),
    ...(kind === 'vigilados' && watched && { tipoSujeto: watched }),
  }
  const asked = useFreeQuestion(parameters, (lookup, query, signal) => lookup.lotes.vista(file, query, { signal }))
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
      const { data } = await client.lotes.crear(file, { ...parameters, ...(days !== '' && { conservar: days }) })
      if (isShown()) onStarted(data.id)
    } catch (failure) {
      const error = asChasquiError(failure)
      if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
      setStarting(error)
    }
  }
  const chooseSheet = (name: string): void => {
    setSheet(name)
    setNamed({})
    setHeaderless(false)
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
            {kind === 'vigilados' ? (
              <Field
                label="Los que no dicen qué son"
                name="tipoSujeto"
                value={watched}
                options={WATCHED}
                onInput={(value) => setWatched(value as typeof watched)}
                hint="Lo dice una columna «tipo», el RUC o el DNI de la fila."
              />
            ) : (
              <Field
                label="Qué se revisa"
                name="tipo"
                value={kind}
                options={KIND_IDS.map((id) => [id, KINDS[id].name] as const)}
                onInput={(id) => setKind(id as BatchKind)}
              />
            )}
            {kind === 'proveedor' && (
              <Field
                label="Personas vinculadas"
                name="vinculados"
                value={withPeople ? '1' : ''}
                options={PEOPLE}
                onInput={(value) => setWithPeople(value === '1')}
                hint="Socios, representantes y órganos declarados, cada uno comparado con las listas."
              />
            )}
            {preview.hojas.length > 1 && (
              <Field
                label="Hoja del libro"
                name="hoja"
                value={sheet ?? preview.hoja ?? ''}
                options={[...preview.hojas.map((name) => [name, name] as const), [ALL_SHEETS, 'Leer todas']]}
                onInput={chooseSheet}
              />
            )}
          </div>
          <UnreadSheets preview={preview} readAll={() => chooseSheet(ALL_SHEETS)} />
          <Columns
            {...{ kind, preview, named, setRole, isHeaderless }}
            setHeaderless={(isIt) => {
              // The columns are called otherwise then.
              setNamed({})
              setHeaderless(isIt)
            }}
            isBusy={asked.state === 'asking'}
          />
          <div class="prepare-fields">
            <Field
              label="Conservar"
              name="conservar"
              value={days}
              options={KEPT}
              onInput={setDays}
              hint="El resultado se borra solo después. Para compararlo con el de otro mes, consérvelo más tiempo."
            />
          </div>
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

const ALL_SHEETS = '*'
const MOST_TOLD = 8

/** The sheets with rows that this batch would not have. */
const UnreadSheets = ({ preview, readAll }: { preview: VistaDeLote; readAll(): void }) => {
  const { hoja, hojasSinLeer: unread } = preview
  if (unread.length === 0) return null
  const told = unread.slice(0, MOST_TOLD).map(({ nombre, filas }) => `«${nombre}» (${count(filas, 'fila', 'filas')})`)
  const names = joinWords([...told, ...(unread.length > MOST_TOLD ? [`${unread.length - MOST_TOLD} más`] : [])])
  if (hoja === ALL_SHEETS) return <Message kind="warn">No se leen, porque sus columnas son otras: {names}.</Message>
  return (
    <Message
      kind="warn"
      actions={
        <button type="button" onClick={readAll}>
          Leer todas
        </button>
      }
    >
      Se lee solo la hoja «{hoja}». Hay datos que no se leen en {names}.
    </Message>
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
