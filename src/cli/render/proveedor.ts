import { findingWords, linkedWords, PART_TITLES, supplierSummary } from '../../client/index.ts'
import { listRow } from '../../domain/lists.ts'
import type { PartOf, Supplier, SupplierPart } from '../../domain/records.ts'
import { matchLines } from './aml.ts'
import { terminalColumns, wrapText } from './fit.ts'
import { dateText, withPeopleDates } from './forms.ts'
import { originLine, paragraphs, type ShownAnswer } from './layout.ts'

const STATES = {
  sin_hallazgos: 'sin hallazgos',
  hallazgo: 'HALLAZGO',
  sin_revisar: 'SIN REVISAR',
  no_configurado: 'no configurado',
} as const

/** A supplier part by part, with one line on top that says what was found and what was not checked. */
export const renderProveedor = ({ data, origins }: ShownAnswer<Supplier>): string => {
  const { ruc, razonSocial, fecha, listas, partes, resumen } = data
  const unchecked = resumen.sinRevisar.length > 0 ? ` (${resumen.sinRevisar.join(', ')})` : ''
  return paragraphs([
    `${ruc} ${razonSocial || '(nombre sin consultar)'}, al ${dateText(fecha)}`,
    `${supplierSummary(resumen)}${unchecked}`,
    ...Object.entries(partes).flatMap(([name, part]) => [
      partLine(name as SupplierPart, part),
      ...findingLines(partes, name as SupplierPart),
    ]),
    listas && `Listas consultadas: ${listas.map((id) => listRow(id).short).join(', ')}`,
    originLine(origins),
  ])
}

const partLine = (name: SupplierPart, { estado, motivo, edicion }: PartOf<SupplierPart>): string =>
  withPeopleDates(
    `${PART_TITLES[name]}: ${STATES[estado]}${edicion ? `, edición ${edicion}` : ''}${motivo ? `. ${motivo}` : ''}`,
  )

const findingLines = (partes: Supplier['partes'], name: SupplierPart): string[] => {
  if (name === 'listas') return (partes.listas?.hallazgos ?? []).map(matchLines)
  if (name === 'vinculados')
    return (partes.vinculados?.hallazgos ?? []).flatMap(({ coincidencias, ...person }) => [
      `  ${linkedWords(person)}`,
      ...coincidencias.map(matchLines),
    ])
  return findingWords(partes, name).map((line) => wrapText(`  ${line}`, terminalColumns(), '    '))
}
