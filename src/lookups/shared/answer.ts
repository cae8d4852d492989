import type { Origin, ProviderId } from '../../domain/records.ts'

/** What a lookup hands back: the payload, and what the edge needs to put around it. */
export interface Answer<Data> {
  data: Data
  /** Who told it, through which channel and of which edition: the `Chasqui-Source` header. */
  origins: readonly Origin[]
  proveedor?: ProviderId
  aviso?: string
  /** `/api/nombre` only. */
  total?: number
  truncado?: true
  /** How long a caller may keep the answer. */
  maxAgeSeconds: number
  /** True when tomorrow's answer may differ: the edge then ends `max-age` at Lima's midnight. */
  dependsOnToday: boolean
  /** This very object will answer the same question again, so the edge may keep its written form here. */
  recurring?: Recurring
}

export interface Recurring {
  written?: { payload: string; etag: string }
}
