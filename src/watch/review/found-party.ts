import type { Alert, AlertChange, AlertParty, Comparison, RegisterFacts, ScreeningMatch } from '../../domain/records.ts'

/** The facts that tell whose entry it is, by field; each a sorted set of texts. */
export type Identity = Record<string, string[]>

/** A party that a subject may be, on one list or on several; or what the register says against a subject. */
export interface FoundParty {
  clase: Alert['clase']
  /** `US:1234` for every entry that is this party. */
  keys: string[]
  identity: Identity
  parte: AlertParty
  comparacion: Comparison | null
}

/** A match, with the entries of the same party on other lists. */
type Match = ScreeningMatch & { mismaParte?: readonly { fuente: string; referencia: string }[] }

const keyOf = ({ fuente, referencia }: { fuente: string; referencia?: string | undefined }): string =>
  `${fuente}:${referencia ?? ''}`

/** The parties of detailed matches, which come best first. Entries that are one party are found once. */
export const partiesIn = (matches: readonly Match[]): FoundParty[] => {
  const groups: { keys: Set<string>; matches: Match[] }[] = []
  for (const match of matches) {
    const keys = new Set([match, ...(match.mismaParte ?? [])].map(keyOf))
    const joined = groups.filter((group) => !group.keys.isDisjointFrom(keys))
    const [first, ...others] = joined
    if (!first) groups.push({ keys, matches: [match] })
    else {
      for (const other of others) groups.splice(groups.indexOf(other), 1)
      for (const key of [...keys, ...others.flatMap((other) => [...other.keys])]) first.keys.add(key)
      first.matches.push(...others.flatMap((other) => other.matches), match)
    }
  }
  return groups.map(({ keys, matches: same }) => ({
    clase: 'lista',
    keys: [...keys].sort(),
    identity: identityOf(same),
    parte: partyOf(same),
    comparacion: comparisonOf(same[0] as Match),
  }))
}

const setOf = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))].sort()

/** Remarks, addresses and programmes are left out: they do not tell who it is. */
const identityOf = (matches: readonly Match[]): Identity => {
  const all = (texts: (match: Match) => readonly string[]): string[] => setOf(matches.flatMap(texts))
  return {
    nombres: all(({ nombre, ficha }) => [nombre, ...(ficha?.alias ?? [])]),
    tipo: all(({ tipo }) => [tipo ?? '']),
    nacimientos: all(({ ficha }) => ficha?.nacimientos ?? []),
    documentos: all(({ ficha }) =>
      (ficha?.documentos ?? []).map(({ tipo, numero, pais }) => [tipo, numero, pais].filter(Boolean).join(' ')),
    ),
    nacionalidades: all(({ ficha }) => ficha?.nacionalidades ?? []),
  }
}

const partyOf = (matches: readonly Match[]): AlertParty => ({
  nombre: matches[0]?.nombre ?? '',
  entradas: matches.map(({ fuente, referencia, nombre, programa, ficha }) => ({
    ...{ fuente, referencia: referencia ?? '', nombre },
    ...(programa !== undefined && { programa }),
    ...(ficha && { ficha }),
  })),
})

const comparisonOf = ({
  coincidencia,
  puntaje,
  nombreCoincidente,
  tipoNombre,
  motivos,
  nombre,
}: Match): Comparison => ({
  ...{ coincidencia, puntaje: puntaje ?? 0, nombreCoincidente: nombreCoincidente ?? nombre },
  ...(tipoNombre && { tipoNombre }),
  motivos: motivos ?? [],
})

/** What the register says, when any of it speaks against the taxpayer; null when all is in order. */
export const registerParty = (facts: RegisterFacts, razonSocial: string): FoundParty | null => {
  const { estado, condicion, sanciones, sinCapacidadOperativa } = facts
  const isSsco = sinCapacidadOperativa === 'si'
  if (estado === 'ACTIVO' && condicion === 'HABIDO' && sanciones.length === 0 && !isSsco) return null
  return {
    clase: 'registro',
    keys: ['registro'],
    identity: {
      ...{ estado: setOf([estado]), condicion: setOf([condicion]), sanciones: setOf(sanciones) },
      sinCapacidadOperativa: isSsco ? ['si'] : [],
    },
    parte: { nombre: razonSocial, entradas: [], registro: facts },
    comparacion: null,
  }
}

/** The fields in which two identities differ. */
export const changesBetween = (before: Identity, now: Identity): AlertChange[] =>
  Object.keys(now).flatMap((campo) => {
    const [antes, ahora] = [before[campo] ?? [], now[campo] ?? []]
    return antes.join('\n') === ahora.join('\n') ? [] : [{ campo, antes, ahora }]
  })

/**
 * Is a party under a new number the one that is gone? All facts must be equal, with a birth or a document among them: a name
 * alone does not tell who it is.
 */
export const isRenumbered = (gone: Identity, found: FoundParty): boolean =>
  found.clase === 'lista' &&
  (gone.nacimientos ?? []).length + (gone.documentos ?? []).length > 0 &&
  changesBetween(gone, found.identity).length === 0
