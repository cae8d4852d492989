import { useCallback, useState } from 'preact/hooks'
import { goTo, replaceQuestion } from '../../navigation.ts'
import type { PageProps } from '../../routes.ts'
import { Message } from '../../states/message.tsx'
import type { BatchKind } from './batch.ts'
import { BatchList } from './batch-list.tsx'
import { OpenBatch } from './open-batch.tsx'
import { Prepare } from './prepare.tsx'
import { Steps } from './steps.tsx'
import { Upload } from './upload.tsx'

/** The chosen file. It lives in this tab's memory, and nowhere else. */
interface Chosen {
  file: File
  kind: BatchKind
}

/** Many questions of one kind in one file: Subir, Columnas, Costo, Progreso, Resultados. */
const Lotes = ({ question }: PageProps) => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const choose = useCallback((file: File, kind: BatchKind) => {
    setNotice(null)
    setChosen({ file, kind })
    goTo('/lotes', { paso: 'columnas' })
  }, [])
  const id = question?.lote
  const isPreparing = question?.paso === 'columnas' && chosen !== null

  if (id)
    return (
      <OpenBatch
        key={id}
        id={id}
        question={question}
        onRemoved={(words) => {
          setNotice(words)
          goTo('/lotes')
        }}
      />
    )
  if (isPreparing)
    return (
      <Prepare
        key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.kind}`}
        {...chosen}
        onStarted={(lote) => {
          setChosen(null)
          // "Back" must not lead to a start that was done already.
          replaceQuestion({ lote })
        }}
      />
    )
  return (
    <>
      <h1>Lotes</h1>
      <Steps at="Subir" />
      {notice && <Message kind="good">{notice}</Message>}
      <Upload
        key={question?.tipo}
        onFile={choose}
        isSample={question?.muestra !== undefined}
        isForWatch={question?.tipo === 'vigilados'}
      />
      <BatchList />
    </>
  )
}
export default Lotes
