import type { LISTAS, ListaId, Proveedor } from './closed-sets.ts'

/** De dónde salió una respuesta (cabecera `Chasqui-Source`). */
export interface Fuente {
  proveedor:
    | Proveedor
    | 'procurement-list'
    | 'procurement-courts'
    | 'procurement-people'
    | (typeof LISTAS)[ListaId]['proveedor']
  /** `register` y `list`: copias propias; `live`: la fuente misma; `cache`: su respuesta de hace poco. */
  canal: 'register' | 'live' | 'cache' | 'list'
  /** Fecha de la edición o publicación, cuando tiene una. */
  edicion: string | undefined
  /** Solo de la lista de inhabilitados: los datos abiertos del OECE, que no tienen multas, o la exportación del tribunal. */
  clase?: 'open-data' | 'export'
}

/** La cuota del mes de la cuenta. */
export interface Cuota {
  limite: number | undefined
  restante: number
  /** Segundos hasta que se renueva. */
  renuevaEn: number | undefined
}

/** Lo que se sabe de una respuesta además de sus datos. Lo que un intermediario quitó es `undefined`. */
export interface Meta<Quien extends string = Proveedor> {
  /** Proveedor que respondió, en las consultas que lo dicen. */
  proveedor: Quien | undefined
  fuentes: Fuente[]
  /** Identificador de la petición, para buscarla en el registro del servicio. */
  requestId: string | undefined
  cuota: Cuota | undefined
}

/** What the client uses of a reply's headers. */
export interface ReplyHeaders {
  get(name: string): string | null
}

const SOURCE = /([\w-]+)\s*;\s*channel=([\w-]+)(?:\s*;\s*edition="([^"]*)")?(?:\s*;\s*kind=(open-data|export))?/g

/** The items of `Chasqui-Source`; what is not written as one is left out. */
export const readSources = (header: string | null): Fuente[] =>
  [...(header ?? '').matchAll(SOURCE)].map(([, proveedor, canal, edicion, clase]) => ({
    proveedor: proveedor as Fuente['proveedor'],
    canal: canal as Fuente['canal'],
    edicion,
    ...(clase !== undefined && { clase: clase as NonNullable<Fuente['clase']> }),
  }))

/** A number of the item "quota" of `RateLimit` or `RateLimit-Policy`. */
const quotaNumber = (header: string | null, name: string): number | undefined => {
  const item = /"quota"\s*((?:;[^,;]*)*)/.exec(header ?? '')?.[1] ?? ''
  const found = new RegExp(`;\\s*${name}=([0-9]+)\\s*(?:;|$)`).exec(item)?.[1]
  return found === undefined ? undefined : Number(found)
}

export const readQuota = (headers: ReplyHeaders): Cuota | undefined => {
  const limits = headers.get('ratelimit')
  const restante = quotaNumber(limits, 'r')
  if (restante === undefined) return undefined
  const limite = quotaNumber(headers.get('ratelimit-policy'), 'q')
  return { limite, restante, renuevaEn: quotaNumber(limits, 't') }
}

/** Seconds of a `Retry-After`, which may also be a date; counted by the service's own clock where it is told. */
export const readRetryAfter = (headers: ReplyHeaders): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^[0-9]+$/.test(text)) return Number(text)
  // Without this check, '-5' and '1.5' would be read as dates too.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const now = Date.parse(headers.get('date') ?? '')
  return Math.max(0, Math.ceil((at - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}
