import type { Soat } from '../../client.ts'
import { count } from '../../format.ts'

export interface PolicyState {
  tone: 'good' | 'warn' | 'bad'
  words: string
  note: string | null
}

const SOON_DAYS = 30
const DAY_MS = 86_400_000

/** A date of the registry, DD/MM/AAAA, as milliseconds. */
const readDate = (text: string): number => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`)
}

/** Whether a policy covers today, in words. The registry also calls a policy in force that begins later. */
export const policyState = (policy: Soat, today: string): PolicyState => {
  const { estado, inicioVigencia, finVigencia } = policy
  if (estado === 'ANULADO') return { tone: 'bad', words: 'SOAT anulado', note: 'La póliza más reciente fue anulada.' }
  if (estado === 'VENCIDO')
    return { tone: 'bad', words: finVigencia ? `SOAT vencido el ${finVigencia}` : 'SOAT vencido', note: null }
  const now = Date.parse(`${today}T00:00:00Z`)
  if (readDate(inicioVigencia) > now)
    return {
      tone: 'warn',
      words: `SOAT desde el ${inicioVigencia}`,
      note: 'La póliza más reciente todavía no empieza; la fuente no dice aquí si hoy rige una anterior.',
    }
  const days = Math.round((readDate(finVigencia) - now) / DAY_MS)
  return {
    tone: 'good',
    words: finVigencia ? `SOAT vigente hasta el ${finVigencia}` : 'SOAT vigente',
    note: days >= 0 && days <= SOON_DAYS ? endWords(days) : null,
  }
}

const endWords = (days: number): string => (days === 0 ? 'Vence hoy.' : `Vence en ${count(days, 'día', 'días')}.`)
