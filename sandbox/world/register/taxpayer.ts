export interface PretendLocality {
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
  locality: PretendLocality | null
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

const locality = (ubigeo: string, departamento: string, provincia: string, distrito: string): PretendLocality => ({
  ubigeo,
  departamento,
  provincia,
  distrito,
})

/** Localities where the invented companies are; the last two codes are retired ones that old records still carry. */
export const LOCALITIES = {
  sanIsidro: locality('150131', 'LIMA', 'LIMA', 'SAN ISIDRO'),
  lima: locality('150101', 'LIMA', 'LIMA', 'LIMA'),
  miraflores: locality('150122', 'LIMA', 'LIMA', 'MIRAFLORES'),
  ate: locality('150103', 'LIMA', 'LIMA', 'ATE'),
  callao: locality('070101', 'CALLAO', 'CALLAO', 'CALLAO'),
  arequipa: locality('040101', 'AREQUIPA', 'AREQUIPA', 'AREQUIPA'),
  trujillo: locality('130101', 'LA LIBERTAD', 'TRUJILLO', 'TRUJILLO'),
  victorLarco: locality('130111', 'LA LIBERTAD', 'TRUJILLO', 'VICTOR LARCO HERRERA'),
  cusco: locality('080101', 'CUSCO', 'CUSCO', 'CUSCO'),
  tambopata: locality('170101', 'MADRE DE DIOS', 'TAMBOPATA', 'TAMBOPATA'),
  rupaRupa: locality('100601', 'HUANUCO', 'LEONCIO PRADO', 'RUPA-RUPA'),
  moyobamba: locality('220101', 'SAN MARTIN', 'MOYOBAMBA', 'MOYOBAMBA'),
  putumayo: locality('160109', 'LORETO', 'MAYNAS', 'PUTUMAYO'),
  huachipa: locality('150144', 'LIMA', 'LIMA', 'SANTA MARIA DE HUACHIPA'),
} as const
