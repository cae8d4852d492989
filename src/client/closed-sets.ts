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
