import type { Policy } from '../../domain/records.ts'
import { notice, originLine, paragraphs, type ShownAnswer, table } from './layout.ts'

const UNKNOWN = '–'

/** The insurance certificate of a plate as a table of two columns. */
export const renderSoat = ({ data, aviso, origins }: ShownAnswer<Policy>): string => {
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
  const shown = table(rows.map(([label, value]) => [label, value || UNKNOWN]))
  return paragraphs([shown, notice(aviso), originLine(origins)])
}
