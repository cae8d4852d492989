import { listedDocument } from '../../../src/domain/screening/listed-number.ts'
import type { ListedDocument, ListedParty, PartyKind } from '../../../src/domain/screening/party.ts'
import { listedName } from './invented-parties.ts'

/** Invented parties written by hand, and questions about them with the answer that a careful analyst would give. */
interface Sketch {
  tipo?: PartyKind
  fuente?: 'UN'
  aliases?: string[]
  weak?: string[]
  document?: ListedDocument | null
}

const party = (referencia: string, name: string, sketch: Sketch = {}): ListedParty => {
  const { tipo = 'individual', fuente = 'US', aliases = [], weak = [], document } = sketch
  return {
    ...{ fuente, referencia, tipo, programa: 'SDNTK', documents: document ? [document] : [] },
    names: [
      listedName(name, 'principal', tipo),
      ...aliases.map((alias) => listedName(alias, 'alias', tipo)),
      ...weak.map((alias) => listedName(alias, 'alias-debil', tipo)),
    ],
  }
}

export const LABELLED_PARTIES: readonly ListedParty[] = [
  party('90001', 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio', {
    aliases: ['ZAMUDIANO, Teobaldo'],
    weak: ['ZURDO', 'CAMARADA RODION'],
    document: listedDocument('LE Number', '00000174', 'Peru'),
  }),
  party('90002', 'DE LA BORDANZA KUNTUR, Rigoberta'),
  party('90003', 'QUISPE PALOMERINO, Victorino'),
  party('90004', 'GARCIA VILLAFRADE, Hermelinda Jovita'),
  party('90005', 'VOLKOVENKO, Aristarkh Dobrynich', { aliases: ['VOLKOVENKO, Aristarch'] }),
  party('90006', 'TSARENKOVSKIY, Yevgeny Aleksandrovich'),
  party('90007', 'AL-QARMAZANI, Mohammed Zuhayr', { aliases: ['AL-KARMAZANI, Abu Zanbaq'] }),
  party('90008', 'EL BARQUWI, Hussein Abdullah'),
  party('90009', 'RAMOS HUANQUILLA, Jose Eulogio', { document: listedDocument('Passport', 'AB 98765', 'Panama') }),
  party('90010', 'MONTESDEOCA FRIGOLE, Ximena'),
  party('90011', 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.', {
    tipo: 'entity',
    document: listedDocument('RUC #', '20990000027', 'Peru'),
  }),
  party('90012', 'ESTRELLA DE PUCUSANITA II', { tipo: 'vessel' }),
  party('90013', 'MORSKAYA TORGOVAYA KOMPANIYA VYMYSEL LIMITED LIABILITY COMPANY', { tipo: 'entity' }),
  party('90014', 'GLOBAL FENAMIQUEZ SHIPPING CO., LTD.', { tipo: 'entity' }),
  party('90015', '11420 CORP.', { tipo: 'entity' }),
  party('90016', 'DISTRIBUIDORA CHURUMBEL Y HERMANOS S. DE R.L. DE C.V.', { tipo: 'entity' }),
  party('90017', 'GARCIA FLORES, Carlos Alberto'),
  party('90018', 'CONDORI, Percy'),
  party('90019', 'HUAYLLAQUISPE CCAHUANTICO, Zenon'),
  party('ZZi.901', 'ZUHAYR AL-QARMAZANI', {
    fuente: 'UN',
    aliases: ['زهير القرمزاني', 'Zouhair el-Karmazani'],
    weak: ['Zuzu'],
  }),
  party('ZZi.902', 'RI YONG GWANGMU', { fuente: 'UN' }),
  party('ZZe.903', 'VYMYSEL FOUNDATION', { fuente: 'UN', tipo: 'entity', aliases: ['Vymysel Relief Society'] }),
]

type LabelledKind = 'exact' | 'reordered' | 'misspelt' | 'transliterated' | 'partial' | 'joined' | 'document' | 'none'

/** The entry that must be among the first hits (as `exacto` for the kind exact); none for the kind none. */
export type LabelledQuestion = [kind: LabelledKind, nombre: string, referencia: string, documento?: string]

export const LABELLED_QUESTIONS: readonly LabelledQuestion[] = [
  ['exact', 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio', '90001'],
  ['exact', 'zamudiano, teobaldo', '90001'],
  ['exact', 'de la bordanza kuntur rigoberta', '90002'],
  ['exact', 'Hermelinda Jovita García Villafrade', '90004'],
  ['exact', 'Inversiones Laguna Negra de Pacayzapa', '90011'],
  ['exact', 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA SOCIEDAD ANONIMA CERRADA', '90011'],
  ['exact', 'Morskaya Torgovaya Kompaniya Vymysel OOO', '90013'],
  ['exact', 'Global Fenamiquez Shipping', '90014'],
  ['exact', '11420 Corporation', '90015'],
  ['exact', 'Distribuidora Churumbel & Hermanos', '90016'],
  ['exact', 'زهير القرمزاني', 'ZZi.901'],
  ['exact', 'Estrella de Pucusanita II', '90012'],
  ['reordered', 'Evaristo Zenobio Chuquipoma Tarquillo', '90001'],
  ['reordered', 'Teobaldo Zamudiano', '90001'],
  ['reordered', 'Rigoberta de la Bordanza Kuntur', '90002'],
  ['reordered', 'Victorino Quispe Palomerino', '90003'],
  ['reordered', 'Aristarkh Dobrynich Volkovenko', '90005'],
  ['reordered', 'AL-QARMAZANI ZUHAYR', 'ZZi.901'],
  ['reordered', 'Gwangmu Ri Yong', 'ZZi.902'],
  ['reordered', 'Relief Society Vymysel', 'ZZe.903'],
  ['misspelt', 'Evaristo Zenobio Chuqiupoma Tarquillo', '90001'],
  ['misspelt', 'Ebaristo Senobio Chukipoma Tarqillo', '90001'],
  ['misspelt', 'Teobaldo Zamudiamo', '90001'],
  ['misspelt', 'Rigoverta de la Vordanza Cuntur', '90002'],
  ['misspelt', 'Victorino Kispe Palomerino', '90003'],
  ['misspelt', 'Ermelinda Jobita Garcia Billafrade', '90004'],
  ['misspelt', 'Aristarkh Volkovneko', '90005'],
  ['misspelt', 'Jose Eulogio Ramos Guanquilla', '90009'],
  ['misspelt', 'Jimena Montesdeoca Frigole', '90010'],
  ['misspelt', 'Inversiones Laguna Negra de Pacaizapa S.A.C.', '90011'],
  ['misspelt', 'Senon Waillakispe Kawantico', '90019'],
  ['misspelt', 'Estrela de Pucusanita II', '90012'],
  ['misspelt', 'Global Fenamikez Shipping Co Ltd', '90014'],
  ['misspelt', 'Morskaya Torgovaya Kompaniya Vymysle Limitd Liability Compayn', '90013'],
  ['transliterated', 'Аристарх Волковенко', '90005'],
  ['transliterated', 'Aristarj Bolkovenko', '90005'],
  ['transliterated', 'Evgeniy Aleksandrovitch Tsarenkovsky', '90006'],
  ['transliterated', 'Yevgenii Tsarenkovskii', '90006'],
  ['transliterated', 'Muhammad Zuhayr al-Qarmazani', '90007'],
  ['transliterated', 'Mohamed Zuhair Al Karmazani', '90007'],
  ['transliterated', 'Zuhair Qarmazani', 'ZZi.901'],
  ['transliterated', 'Husain Abdallah al-Barquwi', '90008'],
  ['transliterated', 'Hossein Abdulla El Barkuwi', '90008'],
  ['partial', 'Evaristo Chuquipoma Tarquillo', '90001'],
  ['partial', 'Evaristo Zenobio Chuquipoma', '90001'],
  ['partial', 'Evaristo Z. Chuquipoma Tarquillo', '90001'],
  ['partial', 'Ing. Evaristo Zenobio Chuquipoma Tarquillo', '90001'],
  ['partial', 'Hermelinda Garcia Villafrade', '90004'],
  ['partial', 'Aristarkh Volkovenko', '90005'],
  ['partial', 'Yevgeny Tsarenkovskiy', '90006'],
  ['partial', 'Jose Ramos Huanquilla', '90009'],
  ['partial', 'Grupo Inversiones Laguna Negra de Pacayzapa Sucursal Peru', '90011'],
  ['reordered', 'Percy Condori', '90018'],
  ['partial', 'Carlos Garcia Flores', '90017'],
  ['partial', 'Hussein Barquwi', '90008'],
  ['joined', 'Rigoberta Delabordanza Kuntur', '90002'],
  ['joined', 'EvaristoZenobio Chuquipoma Tarquillo', '90001'],
  ['joined', 'Ximena Montes de Oca Frigole', '90010'],
  ['joined', 'Mohammed Zuhayr Alqarmazani', '90007'],
  ['joined', 'Inversiones LagunaNegra de Pacayzapa', '90011'],
  ['document', 'Evaristo Chuqipoma', '90001', '00000174'],
  ['document', 'Camarada Rodion', '90001', '00000174'],
  ['document', 'Evaristo Chuqipoma', '90001', '10000001741'],
  ['document', 'Laguna Negrra', '90011', '20990000027'],
  ['document', 'Otra Cosa Distinta', '90011', '20990000027'],
  ['document', 'Eulogio Ramoz', '90009', 'AB-98765'],
  // Ordinary people and companies, and people who share a part of a listed name.
  ['none', 'Juan Quispe Mamani', ''],
  ['none', 'Maria Elena Garcia Flores', ''],
  ['none', 'Jose Luis Ramos Gutierrez', ''],
  ['none', 'Rosa Quispe Palomino', ''],
  ['none', 'Victorino Quispe Huaman', ''],
  ['none', 'Hermelinda Garcia Torres', ''],
  ['none', 'Evaristo Zenobio Chuquipoma Huanca', ''],
  ['none', 'Rosa Elvira Chuquipoma Tarquillo', ''],
  ['partial', 'Chuquipoma', '90001'],
  ['none', 'Chuquipoma Roxana Mercedes', ''],
  ['none', 'Rigoberta Flores Quispe', ''],
  // Common words agree, and too little is said for them.
  ['none', 'Carlos Garcia', ''],
  // The list knows one surname; the other one is another person's.
  ['none', 'Percy Condori Lujan', ''],
  ['none', 'Zurdo', ''],
  ['none', 'Camarada Rodion', ''],
  ['none', 'Zuzu', ''],
  ['none', 'Mohammed Hussein', ''],
  ['none', 'Hussein Abdullah', ''],
  ['none', 'Yevgeny Aleksandrovich', ''],
  ['none', 'Ximena Frigerio Montes', ''],
  ['none', 'Inversiones Laguna S.A.C.', ''],
  ['none', 'Inversiones Generales del Norte S.A.C.', ''],
  ['none', 'Laguna Negra Tours E.I.R.L.', ''],
  ['none', 'Distribuidora Hermanos Flores S.R.L.', ''],
  ['none', 'Global Shipping S.A.', ''],
  ['none', 'Estrella del Mar S.A.C.', ''],
  ['none', 'Trading Company Limited', ''],
  ['none', 'Pacayzapa S.A.C.', ''],
  ['exact', 'Evaristo Zenobio Chuquipoma Tarquillo', '90001', '20990000043'],
  ['exact', 'Inversiones Laguna Negra de Pacayzapa', '90011', '10454545451'],
  ['none', 'de la y los', ''],
  ['none', 'S.A.C.', ''],
]
