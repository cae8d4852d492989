// Written by scripts/client-types.ts; do not edit.

/** Proveedor de una respuesta. */
export type Proveedor =
  | 'taxauth-scraper'
  | 'public-dni-directory'
  | 'aggregator-a'
  | 'aggregator-b'
  | 'taxauth-tc'
  | 'central-bank'
  | 'insurance-registry'
  | 'taxauth-cpe'

/** Lista de sanciones, como la nombra `fuente`. */
export type ListaId = 'US' | 'UN' | 'UE' | 'UK' | 'BID'

/** Las listas de sanciones: su conjunto de datos, su proveedor y cómo se llaman. */
export const LISTAS = {
  US: {
    dataset: 'us',
    proveedor: 'us-list',
    nombre: 'OFAC',
    editor: 'Tesoro de Estados Unidos',
    sitio: 'de la OFAC',
    cadenceHours: 24,
    usual: true,
  },
  UN: {
    dataset: 'un',
    proveedor: 'un-list',
    nombre: 'ONU',
    editor: 'Consejo de Seguridad',
    sitio: 'de la ONU',
    cadenceHours: 24,
    usual: true,
  },
  UE: {
    dataset: 'eu',
    proveedor: 'eu-list',
    nombre: 'UE',
    editor: 'Comisión Europea',
    sitio: 'de la Unión Europea',
    cadenceHours: 24,
    usual: false,
  },
  UK: {
    dataset: 'uk',
    proveedor: 'uk-list',
    nombre: 'Reino Unido',
    editor: 'Ministerio de Relaciones Exteriores del Reino Unido',
    sitio: 'del Gobierno británico',
    cadenceHours: 24,
    usual: false,
  },
  BID: {
    dataset: 'bid',
    proveedor: 'bid-list',
    nombre: 'BID',
    editor: 'Banco Interamericano de Desarrollo',
    sitio: 'del BID',
    cadenceHours: 168,
    usual: false,
  },
} as const

/** Código estable de un error del servicio. */
export type CodigoError =
  | 'parametro_invalido'
  | 'parametro_faltante'
  | 'no_autenticado'
  | 'sin_permiso'
  | 'no_encontrado'
  | 'ruta_desconocida'
  | 'metodo_no_permitido'
  | 'peticion_lenta'
  | 'lote_en_proceso'
  | 'cursor_vencido'
  | 'peticion_demasiado_grande'
  | 'archivo_demasiado_grande'
  | 'formato_no_admitido'
  | 'expectativa_no_admitida'
  | 'sin_historia'
  | 'limite_excedido'
  | 'cuota_agotada'
  | 'fuente_no_disponible'
  | 'fuente_cambio'
  | 'lista_no_cargada'
  | 'fuente_captcha'
  | 'fuente_no_configurada'
  | 'sobrecarga'
  | 'almacen_no_disponible'
  | 'iniciando'
  | 'error_interno'
