import type { FailureKind } from '../../kernel/errors.ts'

interface Row {
  status: number
  codigo: string
  title: string
  charged: boolean
}

/** The only table that gives a failure its status, its `codigo`, its title and whether it costs a unit. */
export const FAILURES: Record<FailureKind | 'internal', Row> = {
  'invalid-input': { status: 400, codigo: 'parametro_invalido', title: 'Parámetro inválido', charged: false },
  'missing-input': { status: 400, codigo: 'parametro_faltante', title: 'Falta un parámetro', charged: false },
  unauthenticated: { status: 401, codigo: 'no_autenticado', title: 'Credencial ausente o inválida', charged: false },
  forbidden: { status: 403, codigo: 'sin_permiso', title: 'Sin permiso', charged: false },
  'not-found': { status: 404, codigo: 'no_encontrado', title: 'No encontrado', charged: true },
  'unknown-route': { status: 404, codigo: 'ruta_desconocida', title: 'Ruta desconocida', charged: false },
  'method-not-allowed': { status: 405, codigo: 'metodo_no_permitido', title: 'Método no permitido', charged: false },
  'request-timeout': { status: 408, codigo: 'peticion_lenta', title: 'Petición demasiado lenta', charged: false },
  unfinished: { status: 409, codigo: 'lote_en_proceso', title: 'El lote no ha terminado', charged: false },
  'body-too-large': {
    status: 413,
    codigo: 'peticion_demasiado_grande',
    title: 'Petición demasiado grande',
    charged: false,
  },
  'file-too-large': {
    status: 413,
    codigo: 'archivo_demasiado_grande',
    title: 'Archivo demasiado grande',
    charged: false,
  },
  'unsupported-format': {
    status: 415,
    codigo: 'formato_no_admitido',
    title: 'Formato no admitido',
    charged: false,
  },
  'expectation-failed': {
    status: 417,
    codigo: 'expectativa_no_admitida',
    title: 'Expectativa no admitida',
    charged: false,
  },
  'rate-limited': { status: 429, codigo: 'limite_excedido', title: 'Límite de velocidad excedido', charged: false },
  'quota-exhausted': { status: 429, codigo: 'cuota_agotada', title: 'Cuota agotada', charged: false },
  'headers-too-large': {
    status: 431,
    codigo: 'peticion_demasiado_grande',
    title: 'Petición demasiado grande',
    charged: false,
  },
  'upstream-unavailable': {
    status: 502,
    codigo: 'fuente_no_disponible',
    title: 'Fuente no disponible',
    charged: false,
  },
  'upstream-changed': { status: 502, codigo: 'fuente_cambio', title: 'La fuente cambió', charged: false },
  'dataset-unavailable': { status: 502, codigo: 'lista_no_cargada', title: 'Lista no cargada', charged: false },
  'upstream-blocked': { status: 503, codigo: 'fuente_captcha', title: 'La fuente exige verificación', charged: false },
  'not-configured': { status: 503, codigo: 'fuente_no_configurada', title: 'Fuente no configurada', charged: false },
  overloaded: { status: 503, codigo: 'sobrecarga', title: 'Servicio sobrecargado', charged: false },
  'store-unavailable': {
    status: 503,
    codigo: 'almacen_no_disponible',
    title: 'Almacén no disponible',
    charged: false,
  },
  starting: { status: 503, codigo: 'iniciando', title: 'El servicio está iniciando', charged: false },
  internal: { status: 500, codigo: 'error_interno', title: 'Error interno', charged: false },
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
