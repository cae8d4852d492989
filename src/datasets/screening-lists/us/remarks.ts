import { type ListedDocument, listedDocument } from '../../../domain/screening/party.ts'

// A quoted alias ends at the quote before a semicolon, a full stop or the end: names have apostrophes of their own.
const WEAK_ALIAS = /(?:^|; )(?:alt\. )?[afn]\.k\.a\. '(.+?)'(?=[;.,]|$)/g

const LABELS = [
  'Passport',
  'National ID No.',
  'National Foreign ID Number',
  'Cedula No.',
  'Cedula de Ciudadania',
  'Cedula de Residencia',
  'Cartilla de Servicio Militar Nacional',
  'Numero Unico de Identificacion Tributaria (NUIT)',
  'NIT #',
  'C.U.R.P.',
  'C.U.I.T.',
  'C.U.I.',
  'C.U.I.P.',
  'R.F.C.',
  'R.T.N.',
  'RUC #',
  'RIF #',
  'D.N.I.',
  'D.U.I.',
  'D.I.N.',
  'C.I.N.',
  'C.R. No.',
  'I.F.E.',
  'N.I.E.',
  'LE Number',
  'Tax ID No.',
  'V.A.T. Number',
  'SSN',
  'SRE Permit No.',
  "Driver's License No.",
  'Driver Identification Number',
  'Registration Number',
  'Registration ID',
  'Registered Charity No.',
  'Identification Number',
  'Personal ID Card',
  'Company Number',
  'Business Registration Number',
  'Business Registration Document #',
  'Business Number',
  'Commercial Registry Number',
  'Chamber of Commerce Number',
  'Certificate of Incorporation Number',
  'Enterprise Number',
  'Unified Social Credit Code (USCC)',
  'Electoral Registry No.',
  'Folio Mercantil No.',
  'Matricula Mercantil No',
  'Public Registration Number',
  'Immigration No.',
  'Kenyan ID No.',
  'Residency Number',
  'Stateless Person ID Card',
  'Travel Document Number',
  'Turkish Identification Number',
  'UK Company Number',
  'US FEIN',
  'Vessel Registration Identification',
  'VisaNumberID',
  'Voter Identification No.',
]

const literally = (text: string): string => text.replace(/[.*+?^$(){}|[\]\\#]/g, '\\$&')
const DOCUMENT = new RegExp(
  `(?:^|; )(?:alt\\. )?(${LABELS.map(literally).join('|')})\\s+([A-Z0-9][A-Z0-9./\\- ]{2,30}?)(?: \\(([^)]*)\\))?(?=;|\\.?$|\\. |,| issued| expires)`,
  'gi',
)

/** The aliases the list itself calls weak: in the CSV edition they are quoted inside the remarks. */
export const weakAliases = (remarks: string): string[] =>
  Array.from(remarks.matchAll(WEAK_ALIAS), (match) => (match[1] as string).trim()).filter((name) => name !== '')

/** The numbers among the remarks, each with its issuing country in brackets. */
export const documentsIn = (remarks: string): ListedDocument[] =>
  Array.from(remarks.matchAll(DOCUMENT), ([, label = '', number = '', country = '']) =>
    /\d/.test(number) ? listedDocument(label, number, country) : null,
  ).filter((document) => document !== null)
