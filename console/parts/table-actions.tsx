import { useState } from 'preact/hooks'
import { type Sheet, toCsv, toTabs } from '../figures/table-text.ts'
import { toWorkbook } from '../figures/table-workbook.ts'
import { count } from '../format.ts'
import { copyText } from './copy-button.tsx'
import { DownloadButton } from './download-button.tsx'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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
      <DownloadButton name={`${name}.xlsx`} type={WORKBOOK} content={() => toWorkbook(sheet())}>
        Descargar XLSX
      </DownloadButton>
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
