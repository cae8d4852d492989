import type { PretendAddress } from './register/index.ts'

/** An address as the tax authority prints it: the street, its numbers, then the neighbourhood. */
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
