import { toSlashDate } from '../../domain/lima-time.ts'
import {
  type CompanyMatch,
  type PersonMatch,
  type PersonNames,
  type PersonSearch,
  TAX_LIST_NAMES,
  type Taxpayer,
} from '../../domain/records.ts'
import { countText } from './forms.ts'
import { card, notice, originLine, paintCondicion, paintEstado, paragraphs, type ShownAnswer, table } from './layout.ts'
import { validityText } from './register-history.ts'

type Field = readonly [label: string, value: string]

/** A taxpayer's record as a card. */
export const renderTaxpayer = ({ data, aviso, vigencia, origins }: ShownAnswer<Taxpayer>): string =>
  paragraphs([
    card(data.razonSocial || `RUC ${data.numero}`, taxpayerFields(data)),
    data.padrones && card('Padrones tributarios', taxListFields(data.padrones)),
    data.padrones && card('Actividad y anexos', detailFields(data)),
    vigencia && validityText(vigencia),
    notice(aviso),
    originLine(origins),
  ])

/** Companies found by name, one line each. */
export const renderCompanies = ({ data, truncado, aviso, origins }: ShownAnswer<CompanyMatch[]>): string => {
  const rows = data.map(({ numero, razonSocial, estado, condicion }) => [
    numero,
    razonSocial,
    paintEstado(estado),
    paintCondicion(condicion),
  ])
  const count = countText(data.length, 'empresa', 'empresas')
  return paragraphs([
    table(rows, { head: ['RUC', 'Razón social', 'Estado', 'Condición'] }),
    truncado ? `${count}; hay más: precise el nombre o use --limite` : count,
    notice(aviso),
    originLine(origins),
  ])
}

/** The names of the person with a DNI, as a card. */
export const renderPersonNames = ({ data, aviso, origins }: ShownAnswer<PersonNames>): string => {
  const { numero, ...names } = data
  return paragraphs([
    card(names.nombreCompleto, [['DNI', numero], ...nameFields(names)]),
    notice(aviso),
    originLine(origins),
  ])
}

/** Persons found: a card for one, a table for several with the requested records below. */
export const renderPersonSearch = ({ data, origins }: ShownAnswer<PersonSearch>): string => {
  const { matches, total, truncado, aviso } = data
  const [only, ...others] = matches
  const records = matches.flatMap(({ ficha }) => (ficha ? [card(ficha.razonSocial, taxpayerFields(ficha))] : []))
  return paragraphs([
    only && others.length === 0 ? personCard(only) : personTable(matches),
    truncado && `${countText(total, 'persona', 'personas')}; hay más: precise el nombre`,
    ...(others.length > 0 ? records : []),
    notice(aviso),
    originLine(origins),
  ])
}

const taxpayerFields = (record: Taxpayer): Field[] => [
  ['RUC', record.numero],
  ['Tipo', record.tipo],
  ['Estado', record.estado && paintEstado(record.estado)],
  ['Condición', record.condicion && paintCondicion(record.condicion)],
  ['Dirección', record.direccion],
  ['Lugar', [record.distrito, record.provincia, record.departamento].filter(Boolean).join(', ')],
  ['Ubigeo', record.ubigeo],
]

const taxListFields = (padrones: NonNullable<Taxpayer['padrones']>): Field[] =>
  (Object.keys(TAX_LIST_NAMES) as (keyof typeof TAX_LIST_NAMES)[]).map((name) => {
    const { estado, desde, hasta } = padrones[name]
    if (estado !== 'si') return [TAX_LIST_NAMES[name], estado === 'no' ? 'no' : UNKNOWN]
    const since = desde ? `, desde el ${toSlashDate(desde)}` : ''
    return [TAX_LIST_NAMES[name], `sí${since}${hasta ? ` hasta después del ${toSlashDate(hasta)}` : ''}`]
  })

const UNKNOWN = 'sin datos: no se sabe'

const detailFields = ({ actividad, anexos }: Taxpayer): Field[] => [
  ...(actividad
    ? ([
        ['Actividad', actividad.ciiu],
        ['Trabajadores', actividad.trabajadores === null ? '' : String(actividad.trabajadores)],
        ['Comercio exterior', actividad.comercioExterior],
        ['Facturación', actividad.facturacion],
        ['Contabilidad', actividad.contabilidad],
        ['Mes de los datos', actividad.edicion],
      ] satisfies Field[])
    : ([['Actividad', UNKNOWN]] satisfies Field[])),
  [
    'Anexos',
    anexos
      ? anexos.map(({ direccion, distrito }) => `${direccion}, ${distrito}`).join('; ') || 'ninguno en el archivo'
      : UNKNOWN,
  ],
]

const nameFields = (names: Omit<PersonNames, 'numero'>): Field[] => [
  ['Apellido paterno', names.apellidoPaterno],
  ['Apellido materno', names.apellidoMaterno],
  ['Nombres', names.nombres],
]

const personCard = (match: PersonMatch): string => {
  const { ficha } = match
  // The taxpayer's record, when there is one, repeats RUC, estado and condicion.
  const status: Field[] = ficha
    ? taxpayerFields(ficha)
    : [
        ['RUC', match.ruc || 'no tiene'],
        ['Estado', match.estado && paintEstado(match.estado)],
        ['Condición', match.condicion && paintCondicion(match.condicion)],
      ]
  return card(match.nombreCompleto, [['DNI', match.dni], ...nameFields(match), ...status])
}

const personTable = (matches: readonly PersonMatch[]): string =>
  table(
    matches.map(({ dni, ruc, nombreCompleto, estado, condicion }) => [
      dni,
      ruc,
      nombreCompleto,
      paintEstado(estado),
      paintCondicion(condicion),
    ]),
    { head: ['DNI', 'RUC', 'Nombre', 'Estado', 'Condición'] },
  )
