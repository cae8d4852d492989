export interface PretendPlace {
  ubigeo: string
  departamento: string
  provincia: string
  distrito: string
}

/** The address columns of the register; an empty string is published as a dash. */
export interface PretendAddress {
  tipoVia: string
  nombreVia: string
  tipoZona: string
  nombreZona: string
  numero: string
  interior: string
  lote: string
  departamento: string
  manzana: string
  kilometro: string
}

/** One invented taxpayer, as the tax authority knows it: nothing is cut or left out. */
export interface PretendTaxpayer {
  ruc: string
  nombre: string
  estado: string
  condicion: string
  /** Null for natural persons, whose address is not published. */
  place: PretendPlace | null
  address: PretendAddress | null
  /** As the live page words it. */
  tipo: string
  /** As the open-data register words it; null when that file leaves the taxpayer out. */
  publishedTipo: string | null
}

/**
 * An address as the tax authority prints it: the street, its numbers, then the neighbourhood. The service has its own
 * writer; this one is independent of it on purpose, so that the sandbox cannot repeat its mistakes.
 */
export const addressLine = (address: PretendAddress): string =>
  [
    address.tipoVia,
    address.nombreVia,
    address.numero && `NRO. ${address.numero}`,
    address.interior && `INT. ${address.interior}`,
    address.departamento && `DPTO. ${address.departamento}`,
    address.manzana && `MZA. ${address.manzana}`,
    address.lote && `LOTE. ${address.lote}`,
    address.kilometro && `KM. ${address.kilometro}`,
    address.tipoZona,
    address.nombreZona,
  ]
    .filter((part) => part && !/^-+$/.test(part))
    .join(' ')

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** The RUC of ten digits: the check digit is added. */
export const rucOf = (tenDigits: string): string => {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(tenDigits[i]), 0)
  return `${tenDigits}${(11 - (sum % 11)) % 10}`
}

export const rucOfDni = (dni: string): string => rucOf(`10${dni}`)

export const NO_ADDRESS: PretendAddress = {
  tipoVia: '',
  nombreVia: '',
  tipoZona: '',
  nombreZona: '',
  numero: '',
  interior: '',
  lote: '',
  departamento: '',
  manzana: '',
  kilometro: '',
}

const place = (ubigeo: string, departamento: string, provincia: string, distrito: string): PretendPlace => ({
  ubigeo,
  departamento,
  provincia,
  distrito,
})

/** Places where the invented companies are; the last two codes are retired ones that old records still carry. */
export const PLACES = {
  sanIsidro: place('150131', 'LIMA', 'LIMA', 'SAN ISIDRO'),
  lima: place('150101', 'LIMA', 'LIMA', 'LIMA'),
  miraflores: place('150122', 'LIMA', 'LIMA', 'MIRAFLORES'),
  ate: place('150103', 'LIMA', 'LIMA', 'ATE'),
  callao: place('070101', 'CALLAO', 'CALLAO', 'CALLAO'),
  arequipa: place('040101', 'AREQUIPA', 'AREQUIPA', 'AREQUIPA'),
  trujillo: place('130101', 'LA LIBERTAD', 'TRUJILLO', 'TRUJILLO'),
  victorLarco: place('130111', 'LA LIBERTAD', 'TRUJILLO', 'VICTOR LARCO HERRERA'),
  cusco: place('080101', 'CUSCO', 'CUSCO', 'CUSCO'),
  tambopata: place('170101', 'MADRE DE DIOS', 'TAMBOPATA', 'TAMBOPATA'),
  rupaRupa: place('100601', 'HUANUCO', 'LEONCIO PRADO', 'RUPA-RUPA'),
  moyobamba: place('220101', 'SAN MARTIN', 'MOYOBAMBA', 'MOYOBAMBA'),
  putumayo: place('160109', 'LORETO', 'MAYNAS', 'PUTUMAYO'),
  huachipa: place('150144', 'LIMA', 'LIMA', 'SANTA MARIA DE HUACHIPA'),
} as const
