/** Invented parties of the lists of the EU and the UK worth asking for: the first is on the US list too, the second on the UN list. */
export interface PretendDesignation {
  id: number
  person: boolean
  /** Given names, and the surname or the whole name of anything else. */
  given: string
  name: string
  aliases: string[]
  weakAliases: string[]
  script: string
  born: string
  passport: string
  unReference: string
}

export const DESIGNATED_SAMPLES: readonly PretendDesignation[] = [
  {
    ...{ id: 90_001, person: true, given: 'Evaristo Zenobio', name: 'CHUQUIPOMA TARQUILLO' },
    ...{ aliases: ['Zenobio Tarquillo'], weakAliases: ['Comandante Zurdo'], script: '' },
    ...{ born: '1961', passport: 'AB00174', unReference: '' },
  },
  {
    ...{ id: 90_002, person: true, given: 'Zuhayr', name: 'AL-QARMAZANI' },
    ...{ aliases: ['Zuheir Qarmazani'], weakAliases: [], script: 'زهير القرمزاني' },
    ...{ born: '1970-03-17', passport: '', unReference: 'ZZi.902' },
  },
  {
    ...{ id: 90_003, person: false, given: '', name: 'Quimera Bank of Novovymysel' },
    ...{ aliases: ['Banco Quimera de Novovymysel'], weakAliases: ['QBN'], script: 'Банк Химера' },
    ...{ born: '', passport: '', unReference: '' },
  },
]

/** Invented firms and people that development banks bar: in force without end, in force until a day, and over. */
export const BARRED_SAMPLES = [
  ['Constructora Pacayzapa Ejemplo S.R.L. (PACAEJE)', 'Firm', 'Peru', '2019-03-04', 'Ongoing', 'IDB'],
  ['Mr. Gumersindo Inventado Quimera', 'Individual', 'Peru', '2023-05-02', '2031-05-01', 'WBG cross debarment'],
  ['Consultores de la Nada S.A.C.', 'Firm', 'Peru', '2016-01-11', '2020-01-10', 'ADB cross debarment'],
  [
    'Hidraulica Ficticia Limited, Formerly known as Aguas Inventadas Limited',
    ...['Firm', 'China, Hong Kong Special Administrative Region', '2022-02-17', 'Ongoing', 'AfDB cross debarment'],
  ],
] as const
