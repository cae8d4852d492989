import { PURCHASE_ROLES } from './layouts/purchase-columns.ts'

/** What a column means to a question. */
export const ROLES = [
  ...(['nombre', 'sigueNombre', 'nombres', 'apellidos'] as const),
  ...(['dni', 'ruc', 'documento', 'sigueDocumento', 'tipoDocumento', 'comprobante'] as const),
  ...(['nacimiento', 'birthDate', 'pais', 'referencia', 'tipoSujeto'] as const),
  ...PURCHASE_ROLES,
] as const
export type Role = (typeof ROLES)[number]

/** `DNI`, `N° DNI`, `NUMERO DE DNI`, `DNI N°`… */
const numbered = (...headers: string[]): string[] =>
  headers.flatMap((header) => [
    header,
    ...['NUMERO', 'NRO', 'NUM', 'N', 'NO'].flatMap((word) => [
      `${word} ${header}`,
      `${word} DE ${header}`,
      `${header} ${word}`,
    ]),
  ])
const englishNumbered = (...headers: string[]): string[] =>
  headers.flatMap((header) => [header, `${header} NUMBER`, `${header} NO`, `${header} NUM`])

/** `RAZON SOCIAL DEL CLIENTE`, `RAZON SOCIAL CLIENTE`, `CLIENTE RAZON SOCIAL`… */
const ofWhom = (header: string, parties: readonly string[]): string[] =>
  parties.flatMap((who) =>
    ['DEL', 'DE LA', 'DE', ''].map((word) => `${header} ${word} ${who}`.replace('  ', ' ')).concat(`${who} ${header}`),
  )

const CUSTOMERS = ['CLIENTE', 'PROVEEDOR', 'EMPRESA']
/** Those that somebody must know beside or behind a customer. A contact is none: the column mostly holds telephones. */
const RELATED = [
  ...['TITULAR', 'CONTRIBUYENTE', 'PROPIETARIO', 'CONTRATANTE', 'ASEGURADO', 'DEUDOR', 'ACREEDOR'],
  ...['ORDENANTE', 'REMITENTE', 'DESTINATARIO', 'BENEFICIARIO', 'BENEFICIARIO FINAL', 'ACCIONISTA', 'SOCIO'],
  ...['REPRESENTANTE', 'REPRESENTANTE LEGAL', 'REP LEGAL', 'APODERADO', 'GERENTE', 'GERENTE GENERAL', 'DIRECTOR'],
  ...['GARANTE', 'AVAL', 'FIADOR', 'CONYUGE'],
]
const ENGLISH_PARTIES = ['CUSTOMER', 'CLIENT', 'SUPPLIER', 'VENDOR', 'COMPANY']
const ENGLISH_RELATED = [
  ...['BENEFICIARY', 'BENEFICIAL OWNER', 'OWNER', 'SHAREHOLDER', 'DIRECTOR', 'LEGAL REPRESENTATIVE', 'PAYEE', 'PAYER'],
]

/** Headers of each role, folded, the first ones first in a row that has several. */
export const HEADERS: Record<Exclude<Role, (typeof PURCHASE_ROLES)[number]>, readonly string[]> = {
  nombre: [
    ...['NOMBRE', 'NOMBRE COMPLETO', 'NOMBRES COMPLETOS', 'NOMBRES Y APELLIDOS', 'APELLIDOS Y NOMBRES'],
    ...['NOMBRE Y APELLIDOS', 'NOMBRE Y APELLIDO', 'APELLIDO Y NOMBRE', 'NOMBRES APELLIDOS', 'APELLIDOS NOMBRES'],
    ...['NOMBRE O RAZON SOCIAL', 'RAZON SOCIAL', 'DENOMINACION SOCIAL', 'DENOMINACION O RAZON SOCIAL', 'DENOMINACION'],
    ...['APELLIDOS Y NOMBRES DENOMINACION O RAZON SOCIAL', 'APELLIDOS NOMBRES RAZON SOCIAL', 'NOMBRES O RAZON SOCIAL'],
    ...['APELLIDOS Y NOMBRES RAZON SOCIAL', 'NOMBRE DENOMINACION O RAZON SOCIAL', 'RAZON SOCIAL DEL NO DOMICILIADO'],
    ...['RAZON SOCIAL O NOMBRE', 'NOMBRE RAZON SOCIAL', 'RAZON SOCIAL NOMBRE', 'APELLIDOS Y NOMBRES O RAZON SOCIAL'],
    ...['NAME', 'FULL NAME', 'FULLNAME', 'LEGAL NAME', 'BUSINESS NAME', 'ENTITY NAME', 'PARTY NAME', 'ACCOUNT NAME'],
    ...['CLIENTE', ...ofWhom('NOMBRE', CUSTOMERS), ...ofWhom('RAZON SOCIAL', CUSTOMERS), 'PROVEEDOR', 'EMPRESA'],
    ...ENGLISH_PARTIES.flatMap((who) => [`${who} NAME`, `${who} FULL NAME`, `${who} LEGAL NAME`, who]),
    ...['NOMBRE COMERCIAL', 'TRADE NAME', 'DBA', ...ofWhom('NOMBRE COMERCIAL', CUSTOMERS)],
    ...RELATED.flatMap((who) => [
      who,
      ...ofWhom('NOMBRE', [who]),
      ...ofWhom('NOMBRES', [who]),
      ...ofWhom('NOMBRE COMPLETO', [who]),
      ...ofWhom('NOMBRES Y APELLIDOS', [who]),
      ...ofWhom('APELLIDOS Y NOMBRES', [who]),
    ]),
    ...ENGLISH_RELATED.flatMap((who) => [who, `${who} NAME`]),
  ],
  // Given names beside surnames, where other columns hold whole names.
  nombres: [],
  // Columns without a name behind one of a name or a document, whose header may span them.
  sigueNombre: [],
  sigueDocumento: [],
  apellidos: [
    ...['SEGUNDO NOMBRE', 'MIDDLE NAME', 'OTROS NOMBRES'],
    ...['APELLIDOS', 'APELLIDO', 'APELLIDO PATERNO', 'APELLIDOS PATERNO', 'PRIMER APELLIDO', 'AP PATERNO'],
    ...['LAST NAME', 'LASTNAME', 'SURNAME', 'FAMILY NAME', 'LAST NAMES', 'SURNAMES'],
    ...['APELLIDO MATERNO', 'APELLIDOS MATERNO', 'SEGUNDO APELLIDO', 'AP MATERNO', 'SECOND LAST NAME'],
  ],
  dni: numbered('DNI'),
  ruc: [...numbered('RUC'), ...ofWhom('RUC', CUSTOMERS)],
  documento: [
    ...numbered('DOCUMENTO', 'DOCUMENTO DE IDENTIDAD', 'DOC', 'DOC IDENTIDAD'),
    ...['DNI RUC', 'RUC DNI', 'DNI O RUC', 'RUC O DNI', 'NUMERO DEL NO DOMICILIADO'],
    ...numbered('DOCUMENTO').flatMap((header) => ofWhom(header, CUSTOMERS)),

    ...numbered('IDENTIFICACION', 'IDENTIDAD', 'PASAPORTE', 'CARNET DE EXTRANJERIA', 'CARNE DE EXTRANJERIA', 'CEDULA'),
    ...englishNumbered('TAX ID', 'TAX', 'TAX IDENTIFICATION', 'TIN', 'DOCUMENT', 'DOCUMENT ID', 'NATIONAL ID'),
    ...['ID NUMBER', 'ID NO', 'IDENTIFICATION', 'IDENTIFICATION NUMBER', ...englishNumbered('PASSPORT')],
  ],
  tipoDocumento: [
    ...['TIPO DE DOCUMENTO', 'TIPO DOCUMENTO', 'TIPO DOC', 'TIPO DE DOC', 'DOCUMENTO TIPO'],
    ...['TIPO DE DOCUMENTO DE IDENTIDAD', 'TIPO DOCUMENTO DE IDENTIDAD', 'DOCUMENTO DE IDENTIDAD TIPO'],
    ...['TIPO DOC IDENTIDAD', 'TIPO DE DOC IDENTIDAD', 'DOC IDENTIDAD TIPO'],
    ...ofWhom('TIPO DE DOCUMENTO', CUSTOMERS),
    ...['DOCUMENT TYPE', 'ID TYPE', 'TYPE OF DOCUMENT'],
  ],
  // The kind of a voucher: only purchase and sales registers have it.
  comprobante: [
    'COMPROBANTE DE PAGO O DOCUMENTO TIPO',
    'TIPO DE COMPROBANTE',
    'TIPO CP DOC',
    'COMPROBANTE DE PAGO TIPO',
  ],
  nacimiento: [
    'NACIMIENTO',
    ...['FECHA', 'FEC', 'F'].flatMap((word) => [
      `${word} DE NACIMIENTO`,
      `${word} NACIMIENTO`,
      `${word} NAC`,
      `${word} DE NAC`,
    ]),
    ...['ANO DE NACIMIENTO', 'AÑO DE NACIMIENTO'],
  ],
  // Programs in English may put the month first.
  birthDate: [
    ...['DATE OF BIRTH', 'DOB', 'D O B', 'BIRTH DATE', 'BIRTHDATE', 'BIRTHDAY', 'BIRTH', 'YEAR OF BIRTH', 'BIRTH YEAR'],
  ],
  pais: [
    ...['PAIS', 'NACIONALIDAD', 'PAIS DE ORIGEN', 'PAIS DE NACIMIENTO', 'PAIS DE NACIONALIDAD', 'CODIGO DE PAIS'],
    ...['COUNTRY', 'NATIONALITY', 'CITIZENSHIP', 'COUNTRY CODE', 'COUNTRY OF BIRTH', 'COUNTRY OF ORIGIN'],
  ],
  referencia: ['REFERENCIA', 'REFERENCE', 'REFERENCE NUMBER'],
  // Person or company: a file is not known by it, since below other headers the word means other things.
  tipoSujeto: [],
}

export const SUBJECT_KIND_HEADERS = ['TIPO', 'TIPO DE PERSONA', 'TIPO PERSONA', 'TIPO DE SUJETO', 'TYPE', 'ENTITY TYPE']

/** Given names alone: a name only together with the surnames beside them. */
export const GIVEN_NAMES = [
  'NOMBRES',
  'PRENOMBRES',
  'PRIMER NOMBRE',
  'FIRST NAME',
  'FIRSTNAME',
  'GIVEN NAME',
  'GIVEN NAMES',
  'FIRST NAMES',
]
