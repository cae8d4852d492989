import { useState } from 'preact/hooks'
import { type Sheet, toCsv, toTabs } from '../figures/table-text.ts'
import { count } from '../format.ts'
import { DownloadButton } from './download-button.tsx'

interface TableActionsProps {
  /** The file's name without its ending. */
  name: string
  sheet(): Sheet
  canPrint?: boolean
}

/** Takes a table out of the page: to the clipboard, as a file, on paper. What was done is said. */
export const TableActions = ({ name, sheet, canPrint = true }: TableActionsProps) => {
  const [done, setDone] = useState('')
  const copy = async (): Promise<void> => {
    const one = sheet()
    const isCopied = await copyText(toTabs(one))
    setDone(
      isCopied
        ? `Tabla copiada: ${count(one.rows.length, 'fila', 'filas')}.`
        : 'El navegador no permite copiar. Descargue el CSV.',
    )
  }
  return (
    <div class="table-actions no-print">
      <span role="status" class="quiet-text">
        {done}
      </span>
      <button type="button" onClick={() => void copy()}>
        Copiar tabla
      </button>
      <DownloadButton name={`${name}.csv`} type="text/csv;charset=utf-8" content={() => toCsv(sheet())}>
        Descargar CSV
      </DownloadButton>
      {canPrint && (
        <button type="button" onClick={() => print()}>
          Imprimir
        </button>
      )}
    </div>
  )
}

/** Puts a text on the clipboard; false when the browser does not allow it. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Over plain HTTP in a local network there is no clipboard but this one.
    return copySelected(text)
  }
}

const copySelected = (text: string): boolean => {
  const before = document.activeElement as HTMLElement | null
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  before?.focus()
  return isCopied
}
