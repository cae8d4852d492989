/** What the document says of the service as a whole. */
export const TITLE = 'Chasqui'

export const DESCRIPTION = `Consultas de contribuyentes, personas, proveedores sancionados, SOAT, tipo de cambio, series del banco central y listas de sanciones internacionales.

**Peticiones.** Todas las consultas son GET de solo lectura y responden JSON; HEAD da las mismas cabeceras sin cuerpo. Los lotes tienen además POST y DELETE. Los parámetros van en la dirección, cada uno una sola vez: se quitan los espacios de los extremos, se normalizan a Unicode NFC y no pueden pasar de 200 caracteres ni llevar caracteres de control. Los parámetros desconocidos se ignoran.

**Credencial.** La clave va en la cabecera Authorization, con la palabra Bearer o sin ella.

**Costo.** Una respuesta 200 y un 404 \`no_encontrado\` cuestan una unidad de la cuota mensual de la cuenta. Todo lo demás es gratis: 304, los otros errores, \`/api/health\` y \`/api/uso\`. Las cabeceras RateLimit y RateLimit-Policy dicen lo que queda.

**No encontrado no es lo mismo que no disponible.** Un 404 \`no_encontrado\` afirma que todas las fuentes respondieron y ninguna tiene el dato. Si alguna no pudo responder, la respuesta es 502 o 503: el dato puede existir.

**Errores.** Todos tienen la misma forma: \`codigo\` es estable y para programas, \`mensaje\` es una frase para personas y \`campo\` nombra el parámetro, si lo hay. Con \`Accept: application/problem+json\` los mismos datos llegan según RFC 9457.

**Datos personales.** Un DNI, un nombre y una placa son datos personales: no los ponga en registros ni en direcciones que otros lean.`

export const CONTACT = { name: 'Quien opera esta instalación de Chasqui' }

export const LICENSE = { name: 'MIT', identifier: 'MIT' }

// Relative: the document is served by the very service it describes, wherever that is.
export const SERVERS = [{ url: '/', description: 'La instalación que sirve este documento' }]

export const SERVICE_TAG = 'Servicio'
export const LOOKUP_TAG = 'Consultas'
export const BATCH_TAG = 'Lotes'
export const WATCH_TAG = 'Vigilancia'

export const TAGS = [
  { name: LOOKUP_TAG, description: 'Cada respuesta 200 y cada 404 `no_encontrado` cuesta una unidad de la cuota' },
  { name: BATCH_TAG, description: 'Muchas consultas en un archivo; solo las filas revisadas cuestan cuota' },
  {
    name: WATCH_TAG,
    description: 'Quién pasa a figurar en una lista; cada vigilado cuesta una unidad al mes, y revisarlo de nuevo nada',
  },
  { name: SERVICE_TAG, description: 'Estado del servicio; no cuesta cuota' },
]

export const SECURITY = {
  clave: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'chq_live_… o chq_test_…',
    description:
      'La clave de la cuenta: `Authorization: Bearer chq_live_…`. La palabra Bearer puede omitirse. Las claves chq_live_ sirven en modo live ' +
      'y las chq_test_ en modo sandbox.',
  },
} as const

/** The field of a 200 or a 404 that holds the certificate which was asked for. */
export const CERTIFICATE_SCHEMA = {
  type: 'string',
  description: 'Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1`',
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{86}$',
} as const
