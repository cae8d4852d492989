import { type Random, seededRandom } from '../../sandbox/random.ts'
import type { Alert, Screening, SubjectFacts } from '../../src/domain/records.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import { listedParty } from './watched-world.ts'

// What the alerts of a watch must be, worked out the slow and simple way: every subject against every party of every edition,
// with all that was ever decided kept in one table. It shares no code with the watch.

interface ModelAlert {
  subject: string
  /** Of the entry; a renumbered one keeps its alert. */
  entry: string
  estado: Alert['estado']
  causa: Alert['causa']
  facts: string
  /** What was dismissed: the facts then, and whether the name was equal. */
  dismissed: { facts: string; exact: boolean } | null
  before: Alert['estado'] | null
}

export class WatchModel {
  readonly alerts: ModelAlert[] = []

  /** All matches of one subject in a new edition; `who` tells which entries are the same party as before. */
  screened(subject: string, { matches }: Screening, formerEntry: (entry: string) => string | undefined): void {
    const own = this.alerts.filter((alert) => alert.subject === subject)
    const seen = new Set<ModelAlert>()
    for (const match of matches) {
      const entry = `${match.fuente}:${match.referencia}`
      const former = formerEntry(entry)
      const alert = own.find((one) => one.entry === entry || one.entry === former)
      const exact = match.coincidencia === 'exacto'
      const facts = JSON.stringify([
        [match.nombre, ...(match.ficha?.alias ?? [])].sort(),
        [...(match.ficha?.nacimientos ?? [])].sort(),
        [...(match.ficha?.nacionalidades ?? [])].sort(),
      ])
      if (alert) seen.add(alert)
      if (!alert)
        this.alerts.push({ subject, entry, facts, estado: 'abierta', causa: 'nueva', dismissed: null, before: null })
      else this.#again(alert, { entry, facts, exact })
    }
    for (const alert of own) {
      if (seen.has(alert) || alert.estado === 'retirada') continue
      alert.before = alert.estado
      alert.estado = 'retirada'
    }
  }

  #again(alert: ModelAlert, now: { entry: string; facts: string; exact: boolean }): void {
    const { dismissed, facts, estado, before } = alert
    const holds = dismissed !== null && dismissed.facts === now.facts && (dismissed.exact || !now.exact)
    alert.entry = now.entry
    alert.facts = now.facts
    const opened = (causa: Alert['causa']): void =>
      void Object.assign(alert, { estado: 'abierta', causa, dismissed: null })
    if (estado === 'retirada') {
      if (before === 'descartada' && holds) alert.estado = 'descartada'
      else opened('reabierta')
    } else if (estado === 'descartada') {
      if (!holds) opened('cambiada')
    } else if (facts !== now.facts) alert.causa = 'cambiada'
  }

  /** Rows that can be compared with those of the watch. */
  rows(): string[] {
    return this.alerts.map(({ subject, entry, estado, causa }) => `${subject} ${entry} ${estado} ${causa}`).sort()
  }
}

/** The same rows of the alerts that the watch has. */
export const rowsOf = (alerts: readonly Alert[]): string[] =>
  alerts
    .map(({ sujeto, parte, estado, causa }) => {
      const [entry] = parte.entradas
      return `${sujeto.referencia} ${entry?.fuente}:${entry?.referencia} ${estado} ${causa}`
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
      return [listedParty(party.fuente, party.referencia, names, { ...record, aliases: names.slice(1) })]
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
