import type { RateHistory } from '../../src/datasets/exchange-rate-history/index.ts'
import { addDays } from '../../src/domain/lima-time.ts'
import type { PublishedRate } from '../../src/domain/records.ts'
import { Failure, type FailureKind } from '../../src/kernel/errors.ts'
import type { LiveSources, Questions } from '../../src/sources/source.ts'

const MONTHS = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Set', 'Oct', 'Nov', 'Dic']

/** What the world knows: publications, and the closes behind them. A source set to a failure kind fails so; null is off. */
export interface RateWorld {
  published: readonly PublishedRate[]
  text?: FailureKind | null
  months?: FailureKind | null
  bank?: FailureKind | null
}

export const rateOf = (fecha: string, n = 0): PublishedRate => ({
  fecha,
  compra: (3300 + n) / 1000,
  venta: (3310 + n) / 1000,
})
const printed = (date: string): string => `${date.slice(8)}.${MONTHS[Number(date.slice(5, 7)) - 1]}.${date.slice(2, 4)}`

export const fakeHistory = (known: readonly PublishedRate[] = []) => {
  const rates = new Map(known.map((rate) => [rate.fecha, rate]))
  const history: RateHistory = {
    publishedOn: async (fecha) => rates.get(fecha) ?? null,
    lastPublished: async (desde, hasta) =>
      [...rates.values()]
        .filter(({ fecha }) => fecha >= desde && fecha <= hasta)
        .sort((a, b) => (a.fecha < b.fecha ? 1 : -1))[0] ?? null,
    save: (seen) => {
      for (const rate of seen) rates.set(rate.fecha, rate)
    },
    close: async () => {},
  }
  return { history, rates }
}

export const fakeSources = ({ published, text, months, bank }: RateWorld) => {
  const calls: string[] = []
  const respond = async <T>(name: string, fault: FailureKind | undefined, value: () => T) => {
    calls.push(name)
    if (fault) throw new Failure(fault, 'La fuente no responde en este momento')
    return { value: value(), channel: 'live' as const }
  }
  const newest = (): PublishedRate | null => published.toSorted((a, b) => (a.fecha < b.fecha ? 1 : -1))[0] ?? null
  const asks: { [Name in keyof Questions]?: unknown } = {
    ...(text !== null && { currentRate: () => respond('text', text, newest) }),
    ...(months !== null && {
      ratesOfMonth: (month: string) =>
        respond(`month ${month}`, months, () => published.filter(({ fecha }) => fecha.startsWith(month)).toReversed()),
    }),
    ...(bank !== null && {
      series: ({ codigo, desde, hasta }: { codigo: string; desde: string; hasta: string }) =>
        respond(codigo, bank, () => {
          const valores = published
            .map((rate) => ({ ...rate, close: addDays(rate.fecha, -1) }))
            .filter(({ close }) => close >= desde && close <= hasta)
            .map(({ close, compra, venta }) => ({
              periodo: printed(close),
              valor: codigo === 'PD04639PD' ? compra : venta,
            }))
          return valores.length ? { codigo, nombre: codigo, valores, fuente: 'central-bank' } : null
        }),
    }),
  }
  const sources = {
    answering: (question: keyof Questions) =>
      asks[question] ? [{ id: question === 'series' ? 'central-bank' : 'taxauth-tc', ask: asks[question] }] : [],
  } as unknown as LiveSources
  return { sources, calls }
}
