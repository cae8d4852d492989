import type { PretendParty } from './listed-parties.ts'

/**
 * Invented parties worth asking for. `/api/aml?nombre=`…
 * - `Evaristo Zenobio Chuquipoma Tarquillo`: exact, natural order; with `documento=00000174` also when it is misspelt
 * - `Tarquillo Zenobio`: exact, by a strong alias; `Comandante Zurdo`: nothing, a weak alias never matches alone
 * - `Inversiones Laguna Negra de Pacayzapa`: exact without its legal form; RUC 20990000027
 * - `Аристарх Волковенко` and `Aristarj Bolkovenko`: partial, Cyrillic and by ear; `زهير القرمزاني`: exact on the UN list
 * - `Estrella de Pucusanita II`: a vessel; `Juan Quispe Mamani`: nobody
 */
export const US_SAMPLES: readonly PretendParty[] = [
  {
    ...{
      entry: 90_001,
      kind: 'individual',
      surnames: 'CHUQUIPOMA TARQUILLO',
      name: 'Evaristo Zenobio',
      program: 'SDNTK',
    },
    aliases: ['TARQUILLO, Zenobio'],
    weakAliases: ['COMANDANTE ZURDO', 'ZURDO'],
    title: 'Commander of the Frente Imaginario; Former Mayor of Pacayzapa',
    addresses: [
      { street: 'Jr. Ninguno 174', city: 'Pacayzapa', country: 'Peru' },
      { street: '', city: 'Puerto Inventado', country: 'Panama' },
    ],
    remarks: [
      'DOB 31 Feb 1961',
      'alt. DOB circa 1962',
      'POB Pacayzapa, Peru',
      'citizen Peru',
      'nationality Panama',
      'Gender Male',
      'LE Number 00000174 (Peru)',
      'alt. Passport AB00174 (Panama) issued 12 Dec 2012 expires 17 Dec 2017',
      'Commander of the Frente Imaginario',
      'believed to travel by mule',
      'Linked To: INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.',
    ],
  },
  {
    ...{
      entry: 90_002,
      kind: 'entity',
      surnames: '',
      name: 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.',
      program: 'SDNTK',
    },
    aliases: ['LAGUNA NEGRA'],
    weakAliases: ['ILN'],
    addresses: [{ street: 'Av. de la Quimera 1200, Of. 501', city: 'Lima 15999', country: 'Peru' }],
    remarks: [
      'RUC # 20990000027 (Peru)',
      'Folio Mercantil No. 90002 (Panama)',
      'Organization Established Date 31 Feb 1999',
      'Website www.lagunanegra.invalid',
    ],
  },
  {
    ...{
      entry: 90_003,
      kind: 'individual',
      surnames: 'VOLKOVENKO',
      name: 'Aristarkh Dobrynich',
      program: 'RUSSIA-EO14024] [SDGT',
    },
    aliases: ['VOLKOVENKO, Aristarch'],
    weakAliases: [],
    addresses: [{ street: '', city: 'Novovymysel', country: 'Russia' }],
    // Longer than its column: the rest, with the passport, goes into the comments file.
    remarks: [
      'DOB 1970',
      'POB Novovymysel, Russia',
      'nationality Russia',
      ...Array.from({ length: 18 }, (_, at) => `Linked To: MORSKAYA TORGOVAYA KOMPANIYA VYMYSEL ${at + 1}, OOO`),
      'Passport X90003000 (Russia)',
    ],
  },
  {
    ...{ entry: 90_004, kind: 'vessel', surnames: '', name: 'ESTRELLA DE PUCUSANITA II', program: 'TCO' },
    aliases: [],
    weakAliases: [],
    ship: ['OB4242', 'General Cargo', '12,400', '8,015', 'Panama', 'Naviera Imaginaria S.A.'],
    remarks: [
      'Vessel Year of Build 1999',
      'Former Vessel Flag Tanzania',
      'Vessel Registration Identification IMO 0000042',
      'MMSI 000004242',
      "f.k.a. 'LUCERO DE PUCUSANITA'",
      'Linked To: NAVIERA IMAGINARIA S.A.',
    ],
  },
  {
    ...{ entry: 90_005, kind: 'aircraft', surnames: '', name: 'OB-9999-Z', program: 'SDNTK' },
    aliases: [],
    weakAliases: [],
    addresses: [{ street: '', city: '', country: 'Peru' }],
    remarks: [
      'Aircraft Manufacture Date 1985',
      'Aircraft Model An-74T-200',
      'Aircraft Operator Aerolinea Imaginaria',
      "Aircraft Manufacturer's Serial Number (MSN) 90005",
    ],
  },
]

export interface PretendUnEntry {
  reference: string
  kind: 'INDIVIDUAL' | 'ENTITY'
  parts: string[]
  script: string
  regime: string
  good: string[]
  low: string[]
  /** What the list says of the party besides its names: elements as they stand in the document. */
  facts: string[]
}

export const UN_SAMPLES: readonly PretendUnEntry[] = [
  {
    ...{
      reference: 'ZZi.901',
      kind: 'INDIVIDUAL',
      parts: ['ARISTARKH', 'DOBRYNICH', 'VOLKOVENKO'],
      regime: 'Al-Qaida',
    },
    script: 'Аристарх Добрынич Волковенко',
    good: ['Aristarch Volkovenko; Aristarkh al-Vymysel, born 1 Jan. 1970 (invented)'],
    low: ['The Volga'],
    facts: [
      '<GENDER>Male</GENDER>',
      '<TITLE><VALUE>Dr.</VALUE></TITLE>',
      '<DESIGNATION><VALUE>Treasurer of the Vymysel Foundation (ZZe.903)</VALUE></DESIGNATION>',
      '<NATIONALITY><VALUE>Russian Federation</VALUE><VALUE>Peru</VALUE></NATIONALITY>',
      '<LAST_DAY_UPDATED><VALUE>2014-05-13</VALUE><VALUE>2022-11-08</VALUE></LAST_DAY_UPDATED>',
      '<INDIVIDUAL_ADDRESS><STREET>Ul. Vymyslennaya 7</STREET><CITY>Novovymysel</CITY><COUNTRY>Russian Federation</COUNTRY><NOTE>as at Aug. 2015</NOTE></INDIVIDUAL_ADDRESS>',
      '<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1970-01-20</DATE></INDIVIDUAL_DATE_OF_BIRTH>',
      '<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1971</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>',
      '<INDIVIDUAL_PLACE_OF_BIRTH><CITY>Novovymysel</CITY><COUNTRY>Russian Federation</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>',
      '<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>X90003000</NUMBER><ISSUING_COUNTRY>Russian Federation</ISSUING_COUNTRY><DATE_OF_ISSUE>2001-03-27</DATE_OF_ISSUE><NOTE>expired on 26 Mar. 2011</NOTE></INDIVIDUAL_DOCUMENT>',
    ],
  },
  {
    ...{ reference: 'ZZi.902', kind: 'INDIVIDUAL', parts: ['ZUHAYR', 'AL-QARMAZANI'], regime: 'Taliban' },
    script: 'زهير القرمزاني',
    good: ['Zouhair el-Karmazani', 'Abu Zanbaq al-Qarmazani'],
    low: ['Zuzu'],
    facts: [
      '<DESIGNATION><VALUE>Deputy Minister of Mirages</VALUE></DESIGNATION>',
      '<NATIONALITY><VALUE>Afghanistan</VALUE></NATIONALITY>',
      '<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1963</YEAR></INDIVIDUAL_DATE_OF_BIRTH>',
      '<INDIVIDUAL_PLACE_OF_BIRTH><CITY>Shahr-e Khiali</CITY><STATE_PROVINCE>Khayal Province</STATE_PROVINCE><COUNTRY>Afghanistan</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>',
      '<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><TYPE_OF_DOCUMENT2>tazkira</TYPE_OF_DOCUMENT2><NUMBER>0090002</NUMBER><COUNTRY_OF_ISSUE>Afghanistan</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>',
    ],
  },
  {
    ...{ reference: 'ZZe.903', kind: 'ENTITY', parts: ['VYMYSEL FOUNDATION (VF)'], regime: 'Al-Qaida' },
    script: '',
    good: ['Vymysel Relief “Society”'],
    low: [],
    facts: [
      '<ENTITY_ADDRESS><STREET>P.O. Box 903</STREET><CITY>Novovymysel</CITY><COUNTRY>Russian Federation</COUNTRY></ENTITY_ADDRESS>',
      '<ENTITY_ADDRESS><COUNTRY>Peru</COUNTRY><NOTE>Support network</NOTE></ENTITY_ADDRESS>',
    ],
  },
]
