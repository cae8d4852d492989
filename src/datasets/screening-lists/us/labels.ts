/** What the publisher calls a number of a party. A label that is not in this table is read as well when its number has the usual form. */
const DOCUMENTS = [
  'BIK (RU)',
  'Birth Certificate Number',
  'Branch Unit Number',
  'British National Overseas Passport',
  'Business Number',
  'Business Registration Document #',
  'Business Registration Number',
  'C.I.F.',
  'C.I.N.',
  'C.R. No.',
  'C.U.I.',
  'C.U.I.P.',
  'C.U.I.T.',
  'C.U.R.P.',
  'CUI',
  'Cartilla de Servicio Militar Nacional',
  'Cedula No.',
  'Cedula de Ciudadania',
  'Cedula de Residencia',
  'Central Registration System Number',
  'Certificate of Incorporation Number',
  'Chamber of Commerce Number',
  'Chinese Commercial Code',
  "Citizen's Card Number",
  'Commercial Registry Number',
  'Company Number',
  'Credencial electoral',
  'D-U-N-S Number',
  'D.I.N.',
  'D.N.I.',
  'D.U.I.',
  'Digital Currency Address',
  'Diplomatic Passport',
  "Driver's License No.",
  'Driver Identification Number',
  'Dubai Chamber of Commerce Membership No.',
  'Economic Register Number (CBLS)',
  'Electoral Registry No.',
  'Enterprise Number',
  'File Number',
  'Folio Mercantil No.',
  'Government Gazette Number',
  'I.F.E.',
  'Identification Number',
  'Immigration No.',
  'Istanbul Chamber of Comm. No.',
  'Italian Fiscal Code',
  'Kenyan ID No.',
  'LE Number',
  'Legal Entity Number',
  'License',
  'Matricula Mercantil No',
  'N.I.E.',
  'NIT #',
  'National Foreign ID Number',
  'National ID No.',
  'Numero Unico de Identificacion Tributaria (NUIT)',
  'Numero de Identidad',
  'Organization Code',
  'Passport',
  'Passport Booklet:',
  'Personal ID Card',
  'Public Registration Number',
  'R.F.C.',
  'R.T.N.',
  'RFC',
  'RIF #',
  'RTN',
  'RUC #',
  'Registered Charity No.',
  'Registration ID',
  'Registration Number',
  'Residency Number',
  'Romanian Permanent Resident',
  'SRE Permit No.',
  'SSN',
  'SWIFT/BIC',
  "Seafarer's Identification Document",
  'Stateless Person ID Card',
  'Tax ID No.',
  'Tazkira National ID Card',
  'Trade License No.',
  'Travel Document Number',
  'Turkish Identification Number',
  'UK Company Number',
  'US FEIN',
  'Unified Social Credit Code (USCC)',
  'United Social Credit Code Certificate (USCCC)',
  'V.A.T. Number',
  'VisaNumberID',
  'Voter Identification No.',
]

/** Particulars of ships and aircraft. */
const PARTICULARS = [
  'Aircraft Construction Number (also called L/N or S/N or F/N)',
  'Aircraft Manufacture Date',
  "Aircraft Manufacturer's Serial Number (MSN)",
  'Aircraft Mode S Transponder Code',
  'Aircraft Model',
  'Aircraft Operator',
  'Aircraft Serial Identification',
  'Aircraft Tail Number',
  'Former Vessel Flag',
  'MMSI',
  'Nationality of Registration',
  'Other Vessel Call Sign',
  'Other Vessel Flag',
  'Other Vessel Type',
  'Previous Aircraft Tail Number',
  'Vessel Call Sign',
  'Vessel Flag',
  'Vessel Gross Registered Tonnage',
  'Vessel Owner',
  'Vessel Registration Identification',
  'Vessel Tonnage',
  'Vessel Type',
  'Vessel Year of Build',
]

/** Statements that are understood and have no field of their own. */
const REMARKS = [
  'Additional Sanctions Information',
  'CAATSA Section',
  'Effective Date',
  'Email',
  'Email Address',
  'Equity Ticker',
  'Executive Order',
  'Fax',
  'Fax No.',
  'For more information',
  'Gender',
  'IFCA Determination',
  'ISIN',
  'Issuer Name',
  'Listing Date',
  'Organization Established Date',
  'Organization Type',
  'PEESA Information',
  'Phone',
  'Phone No.',
  'Phone Number',
  'Purchase/Sales For Divestment Date',
  'Secondary sanctions risk',
  'Target Type',
  'Telephone',
  'Telephone No.',
  'Telex',
  'Transactions Prohibited For Persons Owned or Controlled By U.S. Financial Institutions',
  'UN/LOCODE',
  'Website',
]

/** The longest label first, so that none hides another that begins like it. */
const anyOf = (labels: readonly string[]): string =>
  labels
    .toSorted((a, b) => b.length - a.length)
    .map((label) => label.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&'))
    .join('|')

// A currency address has the name of its currency between its label and itself.
export const DOCUMENT = new RegExp(`^((?:${anyOf(DOCUMENTS)})(?: - [A-Z0-9]+)?)\\s+(\\S.*)$`, 'i')
export const PARTICULAR = new RegExp(`^(${anyOf(PARTICULARS)})\\s+(\\S.*)$`, 'i')
export const REMARK = new RegExp(`^(?:${anyOf(REMARKS)})(?=[\\s:,(-])|^(?:https?://|www\\.)\\S+$|^\\S+@\\S+$`, 'i')

const NUMBER = "(?=[^(]*\\d)[A-Z0-9][A-Z0-9./:'-]*(?: [A-Z0-9./:'-]+)*"

/** A label that is not in the table, before a number, a country in brackets and dates. */
export const UNLISTED_DOCUMENT = new RegExp(
  `^([A-Z][^,;:()\\d]{0,58}?(?: \\([A-Z][A-Za-z/ ]*\\))?:?) (${NUMBER}(?: \\([^()]*\\).*| (?:issued|expires) .*|))$`,
)

/** The end of a label that is not in the table and has no country behind its number. */
export const NUMBER_LABEL =
  /(?:\b(?:No|Number|ID|Code|Card|Passport|Permit|Licen[cs]e|Document|Certificate|Registration|Identification)\.?|#)(?: \([^()]*\))?:?$/i

/** A particular of a ship or an aircraft whose label is not in the table: its value begins at a word with a digit. */
export const UNLISTED_PARTICULAR = /^((?:\p{Lu}[\p{L}']* )?(?:Aircraft|Vessel)(?: [^\d;]+?)?)\s+(\S*\d.*)$/u
