import type { Origin } from '../../domain/records.ts'

/** What a renderer shows of an answer, whether it was made here or came from a running server. */
export interface ShownAnswer<Data> {
  data: Data
  aviso?: string | undefined
  /** True when a list was cut at its limit. */
  truncado?: boolean | undefined
  origins?: readonly Origin[]
}

const CHANNELS: Record<Origin['channel'], string> = {
  register: 'copia local',
  live: 'en línea',
  cache: 'memoria propia',
  list: 'lista',
}

/** One line that says who told it, through which channel and of which date; empty when nobody is named. */
export const originLine = (origins: readonly Origin[] = []): string =>
  origins.length === 0
    ? ''
    : `Fuente: ${origins
        .map(({ provider, channel, edition }) => `${provider} (${CHANNELS[channel]}${edition ? `, ${edition}` : ''})`)
        .join('; ')}`
