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
    remarks: ['DOB 31 Feb 1961', 'POB Pacayzapa, Peru', 'citizen Peru', 'LE Number 00000174 (Peru)'],
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
    remarks: ['RUC # 20990000027 (Peru)'],
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
    // Longer than its column: the rest, with the passport, goes into the comments file.
    remarks: [
      'DOB 1970',
      `Linked To: ${'MORSKAYA TORGOVAYA KOMPANIYA VYMYSEL, '.repeat(26)}OOO`,
      'Passport X90003000 (Russia)',
    ],
  },
  {
    ...{ entry: 90_004, kind: 'vessel', surnames: '', name: 'ESTRELLA DE PUCUSANITA II', program: 'TCO' },
    aliases: [],
    weakAliases: [],
    remarks: ['Vessel Registration Identification IMO 0000042'],
  },
  {
    ...{ entry: 90_005, kind: 'aircraft', surnames: '', name: 'OB-9999-Z', program: 'SDNTK' },
    aliases: [],
    weakAliases: [],
    remarks: [],
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
  },
  {
    ...{ reference: 'ZZi.902', kind: 'INDIVIDUAL', parts: ['ZUHAYR', 'AL-QARMAZANI'], regime: 'Taliban' },
    script: 'زهير القرمزاني',
    good: ['Zouhair el-Karmazani', 'Abu Zanbaq al-Qarmazani'],
    low: ['Zuzu'],
  },
  {
    ...{ reference: 'ZZe.903', kind: 'ENTITY', parts: ['VYMYSEL FOUNDATION (VF)'], regime: 'Al-Qaida' },
    script: '',
    good: ['Vymysel Relief “Society”'],
    low: [],
  },
]
