import Table from 'cli-table3'
import type { CompanyMatch } from '../../domain/records.ts'
import { notice, paintCondicion, paintEstado, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'

/** Companies found by name, one line each. */
export const renderCompanies = ({ data, truncado, aviso, origins }: ShownAnswer<CompanyMatch[]>): string => {
  const table = new Table({
    head: ['RUC', 'Razón social', 'Estado', 'Condición'],
    style: { head: [], border: [], compact: true },
  })
  table.push(
    ...data.map(({ numero, razonSocial, estado, condicion }) => [
      numero,
      razonSocial,
      paintEstado(estado),
      paintCondicion(condicion),
    ]),
  )
  const count = `${data.length} ${data.length === 1 ? 'empresa' : 'empresas'}`
  return paragraphs([
    table.toString(),
    truncado ? `${count}; hay más: precise el nombre o use --limite` : count,
    notice(aviso),
    originLine(origins),
  ])
}
