import type { PretendTaxpayer } from './taxpayer.ts'

const HEADER =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|'

/** The register cuts statuses here. */
const CUT_AT = 20

/** Broken lines, as in the real file. They must be counted and skipped. */
const BROKEN_LINES = [
  '',
  '20000001|RUC CORTO S.A.C.|ACTIVO|HABIDO|',
  'LINEA SIN COLUMNAS',
  '|||||||||||||||',
  '1000000A120|X|ACTIVO',
]

const lineOf = ({ ruc, nombre, estado, condicion, locality, address }: PretendTaxpayer): string =>
  [
    ruc,
    nombre,
    estado.slice(0, CUT_AT),
    condicion.slice(0, CUT_AT),
    locality?.ubigeo,
    address?.tipoVia,
    address?.nombreVia,
    address?.tipoZona,
    address?.nombreZona,
    address?.numero,
    address?.interior,
    address?.lote,
    address?.departamento,
    address?.manzana,
    address?.kilometro,
  ]
    .map((value) => value || '-')
    .join('|')

/** The register's text file with its irregular lines: without the last pipe, with `\r\n`, or broken. */
export const registerText = (taxpayers: readonly PretendTaxpayer[]): Buffer => {
  const lines = taxpayers.map((taxpayer, i) => {
    const end = i % 997 === 0 ? '' : i % 991 === 0 ? '|\r' : '|'
    return lineOf(taxpayer) + end
  })
  const middle = Math.floor(lines.length / 2)
  lines.splice(middle, 0, ...BROKEN_LINES)
  return Buffer.from(`${[HEADER, ...lines].join('\n')}\n`, 'latin1')
}

const OPEN_DATA_HEADER =
  'RUC,Estado,Condicion,Tipo,Actividad_Economica_CIIU_revision3_Principal,Actividad_Economica_CIIU_revision3_Secundaria,Actividad_Economica_CIIU_revision4_Principal,NroTrab,TipoFacturacion,TipoContabilidad,ComercioExterior,UBIGEO,Departamento,Provincia,Distrito,PERIODO_PUBLICACION'
const NONE = 'NO DISPONIBLE'

const CONSULTANTS = 'ACTIVIDADES DE CONSULTORIA DE GESTION'
const SYSTEMS = ['COMPUTARIZADO', 'COMPUTARIZADO', 'IMPORTADOR']

/** The open-data register: it has no names, but the type of most taxpayers. */
export const openDataText = (taxpayers: readonly PretendTaxpayer[], period: string): Buffer => {
  const lines = taxpayers
    .filter(({ publishedTipo }) => publishedTipo !== null)
    .map(({ ruc, estado, condicion, publishedTipo, locality }) => {
      const where = locality
        ? [locality.ubigeo, locality.departamento, locality.provincia, locality.distrito]
        : [NONE, NONE, NONE, NONE]
      // Companies alone declare workers; the older classification is filled where the newer one is not.
      const activity = locality
        ? ['OTRAS ACTIVIDADES EMPRESARIALES', NONE, CONSULTANTS, Number(ruc.slice(6, 10)) % 90, ...SYSTEMS]
        : ['OTRAS ACTIVIDADES', NONE, NONE, NONE, 'MANUAL', 'MANUAL', 'SIN ACTIVIDAD']
      return [ruc, estado, condicion || NONE, publishedTipo, ...activity, ...where, period].join(',')
    })
  return Buffer.from(`${[OPEN_DATA_HEADER, ...lines].join('\n')}\n`)
}

const BRANCHES_HEADER =
  ' RUC|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|KILÓMETRO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|'

/** The branches: each third company has one where it lives, twice in the file as some are. The kilometre is the eighth cell. */
export const branchesText = (taxpayers: readonly PretendTaxpayer[]): Buffer => {
  const lines = taxpayers.flatMap(({ ruc, locality, address }) => {
    if (!locality || !address || Number(ruc.slice(7, 10)) % 3 !== 0) return []
    const { tipoVia, nombreVia, tipoZona, nombreZona, numero } = address
    const cells = [ruc, locality.ubigeo, tipoVia, nombreVia, tipoZona, nombreZona, numero]
    const line = [...cells, '', '2', '', '', ''].map((value) => value || '-').join('|')
    return [`${line}|`, `${line}|`]
  })
  return Buffer.from(`${[BRANCHES_HEADER, ...lines].join('\n')}\n`, 'latin1')
}
