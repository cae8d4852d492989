import type { FailureKind } from '../../kernel/errors.ts'

interface Row {
  status: number
  codigo: string
  title: string
  charged: boolean
}

const row = (status: number, codigo: string, title: string, charged = false): Row => ({
  status,
  codigo,
  title,
  charged,
})

/** The only table that gives a failure its status, its `codigo`, its title and whether it costs a unit. */
export const FAILURES: Record<FailureKind | 'internal', Row> = {
  'invalid-input': row(400, 'parametro_invalido', 'Parámetro inválido'),
  'missing-input': row(400, 'parametro_faltante', 'Falta un parámetro'),
  unauthenticated: row(401, 'no_autenticado', 'Credencial ausente o inválida'),
  forbidden: row(403, 'sin_permiso', 'Sin permiso'),
  'not-found': row(404, 'no_encontrado', 'No encontrado', true),
  'unknown-route': row(404, 'ruta_desconocida', 'Ruta desconocida'),
  'method-not-allowed': row(405, 'metodo_no_permitido', 'Método no permitido'),
  'request-timeout': row(408, 'peticion_lenta', 'Petición demasiado lenta'),
  unfinished: row(409, 'lote_en_proceso', 'El lote no ha terminado'),
  'cursor-expired': row(410, 'cursor_vencido', 'El cursor ha vencido'),
  'body-too-large': row(413, 'peticion_demasiado_grande', 'Petición demasiado grande'),
  'file-too-large': row(413, 'archivo_demasiado_grande', 'Archivo demasiado grande'),
  'unsupported-format': row(415, 'formato_no_admitido', 'Formato no admitido'),
  'expectation-failed': row(417, 'expectativa_no_admitida', 'Expectativa no admitida'),
  'no-history': row(422, 'sin_historia', 'Sin historia para esa fecha'),
  'rate-limited': row(429, 'limite_excedido', 'Límite de velocidad excedido'),
  'quota-exhausted': row(429, 'cuota_agotada', 'Cuota agotada'),
  'headers-too-large': row(431, 'peticion_demasiado_grande', 'Petición demasiado grande'),
  'upstream-unavailable': row(502, 'fuente_no_disponible', 'Fuente no disponible'),
  'upstream-changed': row(502, 'fuente_cambio', 'La fuente cambió'),
  'dataset-unavailable': row(502, 'lista_no_cargada', 'Lista no cargada'),
  'upstream-blocked': row(503, 'fuente_captcha', 'La fuente exige verificación o una cuenta'),
  'not-configured': row(503, 'fuente_no_configurada', 'Fuente no configurada'),
  overloaded: row(503, 'sobrecarga', 'Servicio sobrecargado'),
  'store-unavailable': row(503, 'almacen_no_disponible', 'Almacén no disponible'),
  starting: row(503, 'iniciando', 'El servicio está iniciando'),
  internal: row(500, 'error_interno', 'Error interno'),
}

/** All that a caller is told of a bug. */
export const INTERNAL_MESSAGE = 'Ocurrió un error interno. El incidente quedó registrado.'

export interface ErrorBody {
  ok: false
  error: { codigo: string; mensaje: string; campo?: string }
}

/** The body of an error in our own shape. */
export const errorBody = (kind: FailureKind | 'internal', mensaje: string, campo?: string): ErrorBody => ({
  ok: false,
  error: { codigo: FAILURES[kind].codigo, mensaje, ...(campo ? { campo } : {}) },
})
