import type { EditionReader } from '../editions/dataset.ts'

export type Role = 'socio' | 'representante' | 'organo'

/** A person or company that a supplier declared at its last approved registration. */
export interface RelatedParty {
  rol: Role
  /** Of a member of the board; empty for others. */
  cargo: string
  /** In the publisher's words. */
  tipoDocumento: string
  /** Whole: whoever shows it masks it. */
  documento: string
  nombre: string
}

/** A party with the supplier that declared it. */
export interface DeclaredParty extends RelatedParty {
  ruc: string
}

/** The edition in service of partners, representatives and boards. */
export interface RelatedParties extends EditionReader {
  /** Those that a supplier declared, as published; none says that nothing is declared here. */
  of(ruc: string): RelatedParty[]
  /** Those of a name, written alike but for accents and signs, with their suppliers. Namesakes are other people. */
  named(nombre: string): DeclaredParty[]
}
