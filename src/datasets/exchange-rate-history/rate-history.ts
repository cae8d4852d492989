import type { PublishedRate } from '../../domain/records.ts'

/** The official exchange rates we have seen published. What is here needs no question to a source. */
export interface RateHistory {
  /** The rate published for exactly that day; null when we never saw one. */
  publishedOn(fecha: string): Promise<PublishedRate | null>
  /** The latest rate we know between the two dates, both included; null when we know none. */
  lastPublished(desde: string, hasta: string): Promise<PublishedRate | null>
  /** Returns at once: the file is written later, and again when another process holds it. */
  save(rates: readonly PublishedRate[]): void
  /** Writes what is not written yet. */
  close(): Promise<void>
}
