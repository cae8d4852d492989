import type { EditionReader } from '../editions/dataset.ts'

/** One order of a court that bans a supplier. A start after its end is kept as published; without an end it is definitive. */
export interface CourtBan {
  /** As published: a RUC, a DNI, or neither. */
  documento: string
  nombre: string
  organo: string
  resolucion: string
  /** YYYY-MM-DD. */
  desde: string | null
  hasta: string | null
}

/** The edition in service of the court orders. */
export interface CourtBans extends EditionReader {
  /**
   * Those of a RUC; for a RUC of a natural person also those of the DNI inside it. In force or not. With a day, also those
   * that were on the list on that day and are no more.
   */
  find(ruc: string, day?: string): CourtBan[]
  /** Those of a name, written alike but for accents and signs: some have a number that is neither a RUC nor a DNI. */
  named(nombre: string, day?: string): CourtBan[]
}
