import { listRow } from '../../domain/lists.ts'
import type { DiscardedMatch } from '../../domain/records.ts'
import { compareFacts, type FactComparison } from '../../domain/screening/facts/compare-facts.ts'
import { isExcluded, ownerOf } from '../../domain/screening/match/documents.ts'
import type { Discarded } from '../../domain/screening/match/hit.ts'
import type { ListedParty, PartyKind } from '../../domain/screening/party.ts'
import type { Screened } from '../../domain/screening/screen.ts'

const KINDS: Record<PartyKind, string> = {
  individual: 'persona',
  entity: 'entidad',
  vessel: 'nave',
  aircraft: 'aeronave',
}
const FACTS: Record<FactComparison['fact'], string> = { tipo: 'tipo', nacimiento: 'nacimiento', pais: 'país' }

/** Why an answer clears nobody, or less than it seems; undefined when there is nothing to say. */
export const noticeOf = ({ hits, discarded, thin, hasName }: Screened): string | undefined => {
  const notices: string[] = []
  if (!hasName && hits.length === 0) notices.push(DOCUMENT_ALONE)
  if (thin) notices.push(thinNotice(thin))
  if (discarded.length > 0 && hits.every(({ exact }) => exact)) notices.push(discardedNotice(discarded))
  notices.push(...listNotices(hits))
  return notices.length > 0 ? notices.join(' ') : undefined
}

/** What must be said of the matches of a list, once. */
const listNotices = (hits: Screened['hits']): Set<string> =>
  new Set(hits.flatMap(({ party }) => listRow(party.fuente).notice ?? []))

const DOCUMENT_ALONE =
  'Un documento solo no descarta a nadie: las listas tienen el de pocas partes. Pregunte también con nombres y apellidos.'

const thinNotice = ({ word, parties }: NonNullable<Screened['thin']>): string =>
  `Una sola palabra («${word}») no descarta a nadie: ${partiesText(parties)} en su nombre. Pregunte con nombres y apellidos, o también con el documento.`

const partiesText = (parties: number): string => {
  if (parties === 0) return 'ninguna parte de las listas la tiene'
  return parties === 1 ? 'una parte de las listas la tiene' : `${parties} partes de las listas la tienen`
}

const discardedNotice = (discarded: readonly Discarded[]): string => {
  const counts = new Map<string, number>()
  for (const one of discarded) for (const { what } of contradictions(one)) counts.set(what, (counts.get(what) ?? 0) + 1)
  const why = [...counts].map(([what, count]) => `${what} distinto en ${count}`).join(', ')
  const many = discarded.length > 1
  return (
    `Los datos del cliente descartaron ${many ? `${discarded.length} coincidencias parciales` : 'una coincidencia parcial'} (${why}). ` +
    `Revise los datos, o pregunte sin ellos para ${many ? 'verlas' : 'verla'}.`
  )
}

/** A party as its list names it. */
export const listedParty = ({ names, fuente, referencia }: ListedParty): Omit<DiscardedMatch, 'motivo'> => ({
  nombre: names[0]?.text ?? '',
  fuente,
  referencia,
})

/** A party that facts have removed, and which of them. */
export const discardedMatch = (one: Discarded): DiscardedMatch => ({
  ...listedParty(one.party),
  motivo: contradictions(one)
    .map(({ what, asked, listed }) => `${what} distinto: ${asked} frente a ${listed}`)
    .join('; '),
})

/** What is asked against what the list says. */
const contradictions = ({ party, asked }: Discarded): { what: string; asked: string; listed: string }[] => {
  const { document, facts } = asked
  const against = facts ? compareFacts(party, facts).filter(({ bits }) => bits < 0) : []
  const found = against.map(({ fact, asked: text, listed }) => ({
    what: FACTS[fact],
    asked: text,
    listed: fact === 'tipo' ? KINDS[party.tipo] : listed,
  }))
  if (!document || !isExcluded(asked, party)) return found
  return [
    { what: 'titular del documento', asked: `${ownerOf(document)} (RUC ${document.ruc})`, listed: KINDS[party.tipo] },
    ...found,
  ]
}
