import Table from 'cli-table3'
import type { PersonMatch, PersonNames, PersonSearch } from '../../domain/records.ts'
import { card, notice, paintCondicion, paintEstado, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'
import { taxpayerFields } from './taxpayer.ts'

/** The names behind a DNI as a card. */
export const renderPersonNames = ({ data, aviso, origins }: ShownAnswer<PersonNames>): string => {
  const { numero, ...names } = data
  return paragraphs([
    card(names.nombreCompleto, [['DNI', numero], ...nameFields(names)]),
    notice(aviso),
    originLine(origins),
  ])
}

/** People found: a card for one, a line each for several, and the records that were asked for below. */
export const renderPersonSearch = ({ data, origins }: ShownAnswer<PersonSearch>): string => {
  const { matches, total, truncado, aviso } = data
  const [only, ...others] = matches
  const records = matches.flatMap(({ ficha }) => (ficha ? [card(ficha.razonSocial, taxpayerFields(ficha))] : []))
  return paragraphs([
    only && others.length === 0 ? personCard(only) : personTable(matches),
    truncado && `${total} personas; hay más: precise el nombre`,
    ...(others.length > 0 ? records : []),
    notice(aviso),
    originLine(origins),
  ])
}

const nameFields = (names: Omit<PersonNames, 'numero'>): (readonly [string, string])[] => [
  ['Apellido paterno', names.apellidoPaterno],
  ['Apellido materno', names.apellidoMaterno],
  ['Nombres', names.nombres],
]

const personCard = (match: PersonMatch): string => {
  const { ficha } = match
  // With the record, its lines already tell RUC, status and condition.
  const status = ficha
    ? taxpayerFields(ficha)
    : ([
        ['RUC', match.ruc || 'no tiene'],
        ['Estado', match.estado && paintEstado(match.estado)],
        ['Condición', match.condicion && paintCondicion(match.condicion)],
      ] as const)
  return card(match.nombreCompleto, [['DNI', match.dni], ...nameFields(match), ...status])
}

const personTable = (matches: readonly PersonMatch[]): string => {
  const table = new Table({
    head: ['DNI', 'RUC', 'Nombre', 'Estado', 'Condición'],
    style: { head: [], border: [], compact: true },
  })
  table.push(
    ...matches.map(({ dni, ruc, nombreCompleto, estado, condicion }) => [
      dni,
      ruc,
      nombreCompleto,
      paintEstado(estado),
      paintCondicion(condicion),
    ]),
  )
  return table.toString()
}
