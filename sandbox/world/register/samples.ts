import { LOCALITIES, NO_ADDRESS, type PretendAddress, type PretendTaxpayer, rucOf, rucOfDni } from './taxpayer.ts'

const company = (
  ruc: string,
  nombre: string,
  more: Partial<Omit<PretendTaxpayer, 'address'>> & { address?: Partial<PretendAddress> } = {},
): PretendTaxpayer => ({
  ruc,
  nombre,
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  locality: LOCALITIES.lima,
  tipo: 'SOCIEDAD ANONIMA CERRADA',
  publishedTipo: 'SOCIEDAD ANONIMA CERRADA',
  ...more,
  address: { ...NO_ADDRESS, tipoVia: 'AV.', nombreVia: 'LAS FLORES', numero: '123', ...more.address },
})

const person = (ruc: string, nombre: string, more: Partial<PretendTaxpayer> = {}): PretendTaxpayer => ({
  ruc,
  nombre,
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  locality: null,
  address: null,
  tipo: 'PERSONA NATURAL CON NEGOCIO',
  publishedTipo: 'PERSONA NATURAL CON EMPRESA',
  ...more,
})

/** Taxpayers of the sandbox that always exist, each for one interesting case. */
export const SAMPLE_TAXPAYERS = {
  activeCompany: company('20000000125', 'COMERCIAL EJEMPLO - LIMA S.A.C.', {
    locality: LOCALITIES.sanIsidro,
    address: { tipoZona: 'URB.', nombreZona: 'SANTA FE', interior: '501' },
  }),
  deregisteredCompany: company('20000003451', 'EJEMPLOS DEL SUR E.I.R.L.', {
    estado: 'BAJA MULT.INSCR. Y OTROS',
    condicion: 'NO HALLADO SE MUDO DE DOMICILIO',
    locality: LOCALITIES.arequipa,
    address: { tipoVia: '', nombreVia: 'PANAMERICANA SUR', numero: 'S/N' },
    tipo: 'EMPRESA INDIVIDUAL DE RESP. LTDA',
    publishedTipo: 'EMPRESA INDIVIDUAL DE RESPONSABILIDAD LIMITADA',
  }),
  suspendedCompany: company('20000006786', 'TALLERES LA PAUSA S.R.L.', {
    estado: 'SUSPENSION TEMPORAL',
    locality: LOCALITIES.victorLarco,
    address: {
      tipoVia: 'CAL.',
      nombreVia: 'LOS EJEMPLOS',
      manzana: 'B',
      lote: '7',
      kilometro: '18.5',
      departamento: '902',
    },
    tipo: 'SOC.COM.RESPONS. LTDA',
    publishedTipo: 'SOCIEDAD COMERCIAL DE RESPONSABILIDAD LIMITADA',
  }),
  /** Its domicile could not be found by the tax authority. */
  untraceableCompany: company('20000009017', 'DISTRIBUIDORA SIN RASTRO S.A.', {
    condicion: 'NO HABIDO',
    tipo: 'SOCIEDAD ANONIMA',
    publishedTipo: 'SOCIEDAD ANONIMA',
  }),
  /** Its type is not in the open-data register, only on the live page. */
  companyWithoutTipo: company('20000007774', 'CONFECCIONES PEÑA & NIÑO S.A.C.', { publishedTipo: null }),
  quotedCompany: company(rucOf('2000000200'), String.raw`"EL BUEN SABOR" \ PICANTERIA D'ANA <LIMA> & CIA S.A.C.`),
  companyInRetiredDistrict: company(rucOf('2000000300'), 'LADRILLOS HUACHIPA ANTIGUA S.A.C.', {
    locality: LOCALITIES.huachipa,
  }),
  companyOfUnmappedStatus: company(rucOf('2000000400'), 'IMPORTADORA VENTANILLA UNICA S.A.', {
    estado: 'INHABILITADO-VENT.UNICA',
    condicion: 'PENDIENTE',
  }),
  personWithRuc: person('10000000120', 'DE LA ROSA QUISPE ANA MARIA'),
  deregisteredPerson: person('10000003455', 'ÑAUPARI LLANOS JUAN DE DIOS', {
    estado: 'BAJA DE OFICIO',
    condicion: 'NO HALLADO OTROS MOTIVOS',
    tipo: 'PERSONA NATURAL SIN NEGOCIO',
    publishedTipo: 'PERSONA NATURAL SIN EMPRESA',
  }),
  widow: person(rucOfDni('00000101'), 'HUAYTA VDA DE ZEVALLOS PETRONILA'),
  compoundSurnames: person(rucOfDni('00000102'), 'DEL AGUILA DE LOS HEROS MARIA DEL CARMEN'),
  /** Without an entry in the open-data register. */
  personWithoutTipo: person(rucOfDni('00000103'), 'YATACO INGA BEGOÑA', { publishedTipo: null }),
  foreigner: person('15000000121', 'VAN DER MEER JAN', { tipo: 'PERSONA NATURAL SIN NEGOCIO', publishedTipo: null }),
  personOfOtherDocument: person('17000000124', 'TANAKA KENJI', {
    tipo: 'PERSONA NATURAL SIN NEGOCIO',
    publishedTipo: null,
  }),
} as const satisfies Record<string, PretendTaxpayer>

const HOMONYMS = 25

/** More people of one name than a search by name returns. */
export const HOMONYM_TAXPAYERS: readonly PretendTaxpayer[] = Array.from({ length: HOMONYMS }, (_, i) =>
  person(
    rucOfDni(String(98_000_001 + i * 37)),
    'SALVATIERRA PUMAYALLI JUAN CARLOS',
    i % 3 ? {} : { estado: 'BAJA DE OFICIO' },
  ),
)

export const HOMONYM_COMPANIES: readonly PretendTaxpayer[] = [
  company(rucOf('2000000501'), 'SALVATIERRA PUMAYALLI S.A.C.'),
  company(rucOf('2000000502'), 'JUAN CARLOS SALVATIERRA PUMAYALLI E.I.R.L.'),
]

/** Questions with a known outcome, for trying the service and for callers' own tests. All of it is invented. */
export const SAMPLES = {
  ...SAMPLE_TAXPAYERS,
  homonyms: { nombre: 'SALVATIERRA PUMAYALLI JUAN CARLOS', people: HOMONYMS, companies: HOMONYM_COMPANIES.length },
  /** Has no RUC; the public directory and the aggregators know the name. */
  dniWithoutRuc: {
    dni: '00000201',
    apellidoPaterno: 'PACHECO',
    apellidoMaterno: 'ÑAHUI',
    nombres: 'LUZ MARINA',
  },
  /** Only the aggregators know this one. */
  dniOfAggregators: {
    dni: '00000202',
    apellidoPaterno: 'DE LA TORRE',
    apellidoMaterno: 'URBINA',
    nombres: 'JOSE DEL CARMEN',
  },
  /** Registered after the register was published: the live page and the aggregators know it. */
  companyTooNewForRegister: company(rucOf('2000000600'), 'RECIEN INSCRITA S.A.C.', {
    locality: LOCALITIES.callao,
    publishedTipo: null,
  }),
  unknownDni: { dni: '00000909' },
  unknownRuc: { ruc: rucOf('2000099999') },
  wrongCheckDigit: { ruc: '20000000124' },
} as const
