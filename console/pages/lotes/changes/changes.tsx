import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFreeQuestion } from '../../../ask.ts'
import type { Lote } from '../../../client.ts'
import { count, formatMoment } from '../../../format.ts'
import { useBackKey } from '../../../keys.ts'
import { goTo, type Question } from '../../../navigation.ts'
import { Field } from '../../../parts/field.tsx'
import { FileDrop } from '../../../parts/file-drop.tsx'
import { Asking } from '../../../states/asking.tsx'
import { BatchFailed } from '../batch-failed.tsx'
import { ChangeLists } from './change-lists.tsx'

interface ChangesProps {
  batch: Lote
  question: Question
}

/** What the result is compared with: a batch of the account, or a file that the person kept. */
type Earlier = { con: string; name: string } | { file: File; name: string }

/** "Comparar con un resultado anterior": which one, then what is new, changed and gone. */
export const Changes = ({ batch, question }: ChangesProps) => {
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  useBackKey(true)
  const asked = useFreeQuestion(earlier && { id: batch.id, earlier }, (client, { id, earlier: one }, signal) =>
    'con' in one ? client.lotes.cambios(id, one.con, { signal }) : client.lotes.cambiosDesde(id, one.file, { signal }),
  )
  const { comparar: _, ...rest } = question
  return (
    <section class="changes" aria-labelledby="comparar">
      <div class="row-view-bar">
        <button type="button" onClick={() => goTo('/lotes', rest)}>
          Volver a los resultados
        </button>
      </div>
      <h2 id="comparar" ref={heading} tabIndex={-1}>
        Comparar con un resultado anterior
      </h2>
      <p>
        Qué hay de nuevo en <strong>{batch.archivo ?? 'este lote'}</strong>, revisado el {formatMoment(batch.creado)}.
        No cuesta nada.
      </p>
      <EarlierBatch batch={batch} onChosen={setEarlier} />
      <FileDrop
        button="Elegir un archivo de resultado"
        accept=".csv,.xlsx,.json"
        isBusy={asked.state === 'asking'}
        onFile={(file) => setEarlier({ file, name: file.name })}
      >
        <p>El que descargó de aquí otro mes: XLSX, CSV o JSON, con sus columnas «resultado» y «motivo».</p>
      </FileDrop>
      {asked.state === 'asking' && <Asking rows={6} />}
      {asked.state === 'failed' && <BatchFailed error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && earlier && (
        <ChangeLists changes={asked.answer.data} batch={batch} earlier={earlier.name} />
      )}
    </section>
  )
}

/** The account's other batches of the same kind. */
const EarlierBatch = ({ batch, onChosen }: { batch: Lote; onChosen(earlier: Earlier | null): void }) => {
  const [con, setCon] = useState('')
  const asked = useFreeQuestion(batch.id, (client, _, signal) => client.lotes.listar({ signal }))
  if (asked.state === 'failed') return <BatchFailed error={asked.error} retry={asked.retry} />
  const others =
    asked.state === 'answered'
      ? asked.answer.data.filter((one) => one.id !== batch.id && one.tipo === batch.tipo && one.estado === 'terminado')
      : []
  const nameOf = (one: (typeof others)[number]): string =>
    `${one.archivo ?? `Lote ${one.id.slice(0, 6)}`}, ${formatMoment(one.creado)}, ${count(one.filas, 'fila', 'filas')}`
  const first = others.length === 0 ? 'No hay otro lote de este tipo' : 'Elija uno'
  return (
    <Field
      label="Uno de sus lotes"
      name="con"
      value={con}
      options={[['', first], ...others.map((one) => [one.id, nameOf(one)] as const)]}
      onInput={(id) => {
        const one = others.find((other) => other.id === id)
        setCon(id)
        onChosen(one ? { con: id, name: nameOf(one) } : null)
      }}
    />
  )
}
