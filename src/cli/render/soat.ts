import Table from 'cli-table3'
import type { Policy } from '../../domain/records.ts'
import { notice, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'

const UNKNOWN = '—'

/** The insurance of a plate as a card. */
export const renderSoat = ({ data, aviso, origins }: ShownAnswer<Policy>): string => {
  const table = new Table({ style: { head: [], border: [], compact: true } })
  const rows: [string, string][] = [
    ['Placa', data.placa],
    ['Estado', data.estado],
    ['Vigencia', `${data.inicioVigencia} al ${data.finVigencia}`],
    ['Aseguradora', data.aseguradora],
    ['Póliza', data.numeroPoliza],
    ['Certificado', data.tipoCertificado],
    ['Uso', data.tipoUso],
    ['Clase', data.clase],
  ]
  table.push(...rows.map(([label, value]) => [label, value || UNKNOWN]))
  return paragraphs([table.toString(), notice(aviso), originLine(origins)])
}
