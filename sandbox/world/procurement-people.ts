import { SAMPLES } from './register/index.ts'

// Rows of the agency's files, as it writes them. Every person and company is invented.

const DNI = 'DOC. NACIONAL DE IDENTIDAD/LE'
const RUC = 'REG. UNICO DE CONTRIBUYENTES'

/** Kind of document, number, name. */
type Person = readonly [string, string, string]

const ANA: Person = [DNI, '00000012', 'DE LA ROSA QUISPE ANA MARÍA']
const JUAN: Person = [DNI, '00000345', 'ÑAUPARI LLANOS JUAN DE DIOS']
/** On the pretend sanctions lists. */
const LISTED: Person = [DNI, '00000777', 'CHUQUIPOMA TARQUILLO EVARISTO ZENOBIO']
const LISTED_COMPANY: Person = [RUC, '20000007774', 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.']
const FOREIGN: Person = ['CARNE DE EXTRANJERIA', '000000001', 'VELESTINOVA DOROTEA']

export const PARTNERS: readonly (readonly [...Person, string])[] = [
  [...ANA, SAMPLES.activeCompany.ruc],
  [...FOREIGN, SAMPLES.activeCompany.ruc],
  [...LISTED, SAMPLES.suspendedCompany.ruc],
  [...LISTED_COMPANY, SAMPLES.suspendedCompany.ruc],
  // The agency repeats some of its rows.
  [...LISTED_COMPANY, SAMPLES.suspendedCompany.ruc],
  [DNI, 'NO ESPECIFICADO', 'RASTRO OLVIDADO PEDRO', SAMPLES.untraceableCompany.ruc],
]

export const REPRESENTATIVES: readonly (readonly [...Person, string])[] = [
  [...ANA, SAMPLES.activeCompany.ruc],
  [...JUAN, SAMPLES.suspendedCompany.ruc],
  [...JUAN, SAMPLES.untraceableCompany.ruc],
]

export const BOARDS: readonly (readonly [post: string, ...Person, string])[] = [
  ['GERENTE GENERAL', ...ANA, SAMPLES.activeCompany.ruc],
  ['DIRECTOR', ...FOREIGN, SAMPLES.activeCompany.ruc],
  ['GERENTE GENERAL', ...JUAN, SAMPLES.suspendedCompany.ruc],
]

/** RUC or DNI, name, court, resolution, first and last day. */
export const COURT_ORDERS: readonly (readonly [string, string, string, string, string, string])[] = [
  // In force.
  [
    '20000009017',
    'DISTRIBUIDORA SIN RASTRO S.A.',
    'Corte Superior de Justicia de Ejemplo',
    '04',
    '20240428',
    '20320428',
  ],
  // Of a natural person, by the RUC.
  [
    ...['10000003455', 'ÑAUPARI LLANOS JUAN DE DIOS', 'Juzgado Penal de Ejemplo'],
    ...['SENTENCIA DE FECHA 28.04.2022', '20220428', '20300428'],
  ] as [string, string, string, string, string, string],
  // Over.
  ['20000003451', 'EJEMPLOS DEL SUR E.I.R.L.', 'Corte Superior de Justicia de Ejemplo', '07', '20181019', '20221019'],
  // Begins after its end.
  ['20000007774', 'CONFECCIONES PEÑA & NIÑO S.A.C.', 'Sala Penal de Ejemplo', 's/n', '20271218', '20231218'],
  // A number that is neither a RUC nor a DNI.
  ['1010000001', 'EJEMPLO JOSÉ', 'Sala Penal de Ejemplo', 's/n de fecha 23.08.2018', '20190214', '20290214'],
]
