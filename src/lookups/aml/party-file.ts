import type { ListedPartyFile } from '../../domain/records.ts'
import type { ListedParty, PartyRecord } from '../../domain/screening/party.ts'

/** A party's record under the names of the wire. */
export const partyFile = ({ tipo }: Pick<ListedParty, 'tipo'>, record: PartyRecord): ListedPartyFile => ({
  tipo,
  nacimientos: record.births,
  lugaresNacimiento: record.birthPlaces,
  nacionalidades: record.nationalities,
  paises: record.countries,
  direcciones: record.addresses,
  programas: record.programmes,
  alias: record.aliases,
  documentos: record.documents.map(({ kind, number, country, note }) => ({
    tipo: kind,
    numero: number,
    pais: country,
    nota: note,
  })),
  vinculos: record.links,
  cargos: record.positions,
  particularidades: record.particulars.map(([nombre, valor]) => ({ nombre, valor })),
  observaciones: record.remarks,
  incluidoEl: record.listedOn,
  enlace: record.page,
})
