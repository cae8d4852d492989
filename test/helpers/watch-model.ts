import { type Random, seededRandom } from '../../sandbox/random.ts'
import type { Alert, Screening, SubjectFacts } from '../../src/domain/records.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import { listedParty } from './watched-world.ts'

// What the alerts of a watch must be, worked out the slow and simple way: every subject against every party of every edition,
// with all that was ever decided kept in one table. It shares no code with the watch.

interface ModelAlert {
  subject: string
  /** `US:7` for every entry that was found and is this party; a renumbered one keeps its alert. */
  entries: string[]
  /** Those and the entries of other lists that are the same party. */
  keys: string[]
  estado: Alert['estado']
  causa: Alert['causa']
  facts: string
  /** What was dismissed: the facts then, and whether the name was equal. */
  dismissed: { facts: string; exact: boolean } | null
  before: Alert['estado'] | null
}

type Found = Pick<ModelAlert, 'entries' | 'keys' | 'facts'> & { exact: boolean }

const entryOf = ({ fuente, referencia }: { fuente: string; referencia?: string | undefined }): string =>
  `${fuente}:${referencia}`

/** The matches of one screening by party: whoever shares an entry with another is the same. */
const partiesOf = (matches: Screening['matches']): Found[] => {
  const groups: Screening['matches'][] = []
  const keysOf = (group: Screening['matches']): string[] =>
    group.flatMap((match) => [entryOf(match), ...(match.mismaParte ?? []).map(entryOf)])
  for (const match of matches) {
    const own = keysOf([match])
    const same = groups.filter((group) => keysOf(group).some((key) => own.includes(key)))
    for (const group of same) groups.splice(groups.indexOf(group), 1)
    groups.push([...same.flat(), match])
  }
  return groups.map((group) => {
    const all = (texts: (match: Screening['matches'][number]) => readonly string[]): string[] =>
      [...new Set(group.flatMap(texts))].filter((text) => text !== '').sort()
    const best = matches.find((match) => group.includes(match))
    return {
      entries: group.map(entryOf).sort(),
      keys: keysOf(group),
      exact: best?.coincidencia === 'exacto',
      facts: JSON.stringify([
        all(({ nombre, ficha }) => [nombre, ...(ficha?.alias ?? [])]),
        all(({ tipo }) => [tipo ?? '']),
        all(({ ficha }) => ficha?.nacimientos ?? []),
        all(({ ficha }) => (ficha?.documentos ?? []).map((one) => JSON.stringify(one))),
        all(({ ficha }) => ficha?.nacionalidades ?? []),
      ]),
    }
  })
}

export class WatchModel {
  readonly #alerts = new Map<string, ModelAlert[]>()

  get alerts(): ModelAlert[] {
    return [...this.#alerts.values()].flat()
  }

  /** All matches of one subject in a new edition; `formerEntry` tells the old number of an entry that has a new one. */
  screened(
    subject: string,
    { matches, truncado }: Screening,
    formerEntry: (entry: string) => string | undefined,
  ): void {
    const own = this.#alerts.get(subject) ?? []
    const seen = new Set<ModelAlert>()
    for (const found of partiesOf(matches)) {
      const known = [...found.keys, ...found.keys.flatMap((key) => formerEntry(key) ?? [])]
      const alert = own.find((one) => !seen.has(one) && one.keys.some((key) => known.includes(key)))
      const { exact, ...party } = found
      if (alert) seen.add(alert)
      if (alert) this.#again(alert, found)
      else own.push({ subject, ...party, estado: 'abierta', causa: 'nueva', dismissed: null, before: null })
      if (!alert) seen.add(own.at(-1) as ModelAlert)
    }
    if (own.length > 0) this.#alerts.set(subject, own)
    for (const alert of own) {
      if (seen.has(alert) || alert.estado === 'retirada' || truncado) continue
      alert.before = alert.estado
      alert.estado = 'retirada'
    }
  }

  #again(alert: ModelAlert, now: Found): void {
    const { dismissed, facts, estado, before } = alert
    const holds = dismissed !== null && dismissed.facts === now.facts && (dismissed.exact || !now.exact)
    Object.assign(alert, { entries: now.entries, keys: now.keys, facts: now.facts })
    const opened = (causa: Alert['causa']): void =>
      void Object.assign(alert, { estado: 'abierta', causa, dismissed: null })
    if (estado === 'retirada') {
      if (before === 'descartada' && holds) alert.estado = 'descartada'
      else opened('reabierta')
    } else if (estado === 'descartada') {
      if (!holds) opened('cambiada')
    } else if (facts !== now.facts) alert.causa = 'cambiada'
  }

  /** A person has dismissed this alert of the watch. */
  dismissed({ sujeto, parte, comparacion }: Alert): void {
    const entries = parte.entradas.map(entryOf)
    const same = this.#alerts
      .get(sujeto.referencia)
      ?.find((one) => one.entries.some((entry) => entries.includes(entry)))
    if (!same) throw new Error('the watch has an alert that it should not have')
    same.estado = 'descartada'
    same.dismissed = { facts: same.facts, exact: comparacion?.coincidencia === 'exacto' }
  }

  /** Rows that can be compared with those of the watch. */
  rows(): string[] {
    return this.alerts
      .map(({ subject, entries, estado, causa }) => `${subject} ${entries.join('+')} ${estado} ${causa}`)
      .sort()
  }
}

/** The same rows of the alerts that the watch has. */
export const rowsOf = (alerts: readonly Alert[]): string[] =>
  alerts
    .map(({ sujeto, parte, estado, causa }) => {
      const entries = parte.entradas.map(entryOf).sort().join('+')
      return `${sujeto.referencia} ${entries} ${estado} ${causa}`
    })
    .sort()

/** Changes some entries as publishers do. `former` tells the old number of an entry that has a new one. */
export const nextEdition = (
  parties: readonly ListedParty[],
  random: Random,
  newNumber: () => string,
): { parties: ListedParty[]; former: Map<string, string> } => {
  const former = new Map<string, string>()
  const next = parties.flatMap((party): ListedParty[] => {
    const chance = random.next()
    const record = party.record as NonNullable<ListedParty['record']>
    if (chance < 0.05) return []
    if (chance < 0.1 && record.births.length > 0) {
      const referencia = newNumber()
      former.set(`${party.fuente}:${referencia}`, `${party.fuente}:${party.referencia}`)
      return [{ ...party, referencia }]
    }
    if (chance < 0.15)
      return [{ ...party, record: { ...record, births: [...record.births, String(1940 + random.below(60))] } }]
    if (chance < 0.3)
      return [{ ...party, record: { ...record, remarks: `nota ${random.below(1_000)}`, addresses: ['Lima'] } }]
    if (chance < 0.35) {
      const names = [...party.names.map(({ text }) => text), `${party.names[0]?.text.split(' ')[0]} ${newNumber()}`]
      const renamed = listedParty(party.fuente, party.referencia, names, { ...record, aliases: names.slice(1) })
      return [{ ...party, names: renamed.names, record: renamed.record as typeof record }]
    }
    return [party]
  })
  return { parties: next, former }
}

export const seededSubjects = (names: readonly string[], count: number, seed: number): SubjectFacts[] => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const nombre = random.pick(names)
    // Some have one word less, and so match less.
    const words = nombre.split(' ')
    return {
      ...{ referencia: `C-${i}`, tipo: 'persona' },
      nombre: random.chance(0.3) && words.length > 2 ? words.slice(0, -1).join(' ') : nombre,
      ...(random.chance(0.3) && { nacimiento: String(1940 + random.below(60)) }),
    } as SubjectFacts
  })
}
