import type { FailureKind } from '../../kernel/errors.ts'

type Kind = FailureKind | 'internal'

interface Header {
  description: string
  schema: { type: string; pattern?: string; enum?: string[]; minimum?: number; maxLength?: number }
  example: string | number
}

const RATE_ITEM = '"rate";r=[0-9]+;t=[0-9]+'
const QUOTA_ITEM = '"quota";r=[0-9]+;t=[0-9]+'

/** Every header of ours that an answer can have, by its name in `components`. */
const HEADERS = {
  'X-Request-Id': {
    description:
      'Identificador de la petición: el que se envió en la misma cabecera, si tiene de 8 a 128 caracteres seguros, o uno nuevo',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{8,128}$' },
    example: '0b7e9f5c-7a3e-4d52-9c5e-2f0c5d8b1a44',
  },
  'Cache-Control': {
    description:
      'Cuánto puede guardarse la respuesta; lo que depende de la fecha vence a la medianoche de Lima. Con constancia=1, no-store',
    schema: { type: 'string', pattern: '^(private, max-age=[0-9]+|no-store)$' },
    example: 'private, max-age=3600',
  },
  Vary: {
    description: 'Una respuesta guardada vale solo para la clave que la obtuvo',
    schema: { type: 'string', pattern: '^(Origin, )?Authorization$' },
    example: 'Authorization',
  },
  'Cache-Control-No-Store': {
    description: 'La respuesta no debe guardarse',
    schema: { type: 'string', enum: ['no-store'] },
    example: 'no-store',
  },
  ETag: {
    description: 'Identifica el cuerpo. Enviado en If-None-Match, un cuerpo igual da 304 y no cuesta cuota',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]{22}"$' },
    example: '"cA2DSuGRrVqfBz0m5Z0bVw"',
  },
  'Chasqui-Source': {
    description:
      'De dónde salió la respuesta: proveedor, canal y edición de los datos; varios se separan con comas. Canales: register (copia del padrón), ' +
      'live (la fuente en vivo), cache (una respuesta reciente de la fuente) y list (una lista cargada). ' +
      'De la lista de inhabilitados dice también la clase: open-data (datos abiertos, sin multas) o export (la exportación del tribunal)',
    schema: {
      type: 'string',
      pattern:
        '^[a-z-]+; channel=(register|live|cache|list)(; edition="[^"]+")?(; kind=(open-data|export))?(, [a-z-]+; channel=(register|live|cache|list)(; edition="[^"]+")?(; kind=(open-data|export))?)*$',
    },
    example: 'taxauth-scraper; channel=register; edition="2026-11-13"',
  },
  'RateLimit-Policy': {
    description:
      'Los límites de la clave (rate) y de la cuenta (quota): cuántas peticiones (q) en cuántos segundos (w)',
    schema: { type: 'string', pattern: '^"rate";q=[0-9]+;w=[0-9]+, "quota";q=[0-9]+;w=[0-9]+$' },
    example: '"rate";q=100;w=2, "quota";q=100000;w=2592000',
  },
  RateLimit: {
    description: 'Lo que queda de cada límite (r) y en cuántos segundos se repone (t)',
    schema: { type: 'string', pattern: `^${RATE_ITEM}, ${QUOTA_ITEM}$` },
    example: '"rate";r=99;t=1, "quota";r=99999;t=1512000',
  },
  'Retry-After': {
    description: 'En cuántos segundos vale la pena repetir la petición',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Location: {
    description: 'Dirección de lo que se ha creado',
    schema: { type: 'string', pattern: '^/api/lotes/[0-9a-f]{32}$' },
    example: '/api/lotes/0123456789abcdef0123456789abcdef',
  },
  'Content-Disposition': {
    description: 'Nombre con que conviene guardar el archivo',
    schema: {
      type: 'string',
      pattern: `^attachment; filename="[^"\\\\/]+\\.(csv|xlsx|json)"(; filename\\*=UTF-8''[\\w.!~%-]+)?$`,
    },
    example: 'attachment; filename="clientes-noviembre-revisado.csv"',
  },
  'WWW-Authenticate': {
    description: 'Cómo identificarse',
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
} as const satisfies Record<string, Header>

type HeaderId = keyof typeof HEADERS

/** The name on the wire, where the one in `components` is another. */
const NAMES: Partial<Record<HeaderId, string>> = { 'Cache-Control-No-Store': 'Cache-Control' }

const named = (ids: readonly HeaderId[]): Record<string, { $ref: string }> =>
  Object.fromEntries(ids.map((id) => [NAMES[id] ?? id, { $ref: `#/components/headers/${id}` }]))

const LIMITS = ['RateLimit-Policy', 'RateLimit'] as const

/** The headers of an answer that can be kept, and of the 304 that stands for it. */
export const keptAnswerHeaders = () =>
  named(['X-Request-Id', 'Cache-Control', 'Vary', 'ETag', 'Chasqui-Source', ...LIMITS])

/** The headers of an answer of the service about itself. */
export const ownAnswerHeaders = () => named(['X-Request-Id', 'Cache-Control-No-Store', 'ETag', ...LIMITS])

/** The headers of an answer that tells where something new is. */
export const createdHeaders = () => named(['X-Request-Id', 'Cache-Control-No-Store', 'Location', ...LIMITS])

/** The headers of an answer that is sent while it is read. */
export const streamHeaders = () => named(['X-Request-Id', 'Cache-Control-No-Store', ...LIMITS])

/** The headers of a file. */
export const fileHeaders = () => named(['X-Request-Id', 'Cache-Control-No-Store', 'Content-Disposition', ...LIMITS])

/** Failures that always say when to come back. */
const ALWAYS_RETRY: readonly Kind[] = ['rate-limited', 'quota-exhausted', 'overloaded', 'store-unavailable', 'starting']
/** Failures that say it when the source did. */
const MAY_RETRY: readonly Kind[] = ['upstream-unavailable', 'upstream-blocked']
/** Failures before the key is known, or while it cannot be. */
const WITHOUT_LIMITS: readonly Kind[] = ['unauthenticated', 'store-unavailable', 'starting']

/** The headers of an error that any of these failures can cause. One that not all of them have is optional. */
export const errorHeaders = (kinds: readonly Kind[]): Record<string, unknown> => ({
  ...named(['X-Request-Id', 'Cache-Control-No-Store']),
  ...presence('WWW-Authenticate', kinds, ['unauthenticated']),
  ...presence('Retry-After', kinds, ALWAYS_RETRY, MAY_RETRY),
  ...limitsOf(kinds),
})

const limitsOf = (kinds: readonly Kind[]): Record<string, unknown> => {
  const known = kinds.filter((kind) => !WITHOUT_LIMITS.includes(kind))
  return Object.assign({}, ...LIMITS.map((id) => presence(id, kinds, known)))
}

const presence = (
  id: HeaderId,
  kinds: readonly Kind[],
  always: readonly Kind[],
  sometimes: readonly Kind[] = [],
): Record<string, unknown> => {
  if (!kinds.some((kind) => always.includes(kind) || sometimes.includes(kind))) return {}
  if (kinds.every((kind) => always.includes(kind))) return named([id])
  return { [id]: { ...HEADERS[id], required: false } }
}

/** As they stand in `components`: present wherever they are named. */
export const headerComponents = (): Record<string, unknown> =>
  Object.fromEntries(Object.entries(HEADERS).map(([id, header]) => [id, { ...header, required: true }]))
