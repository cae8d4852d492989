import { seededRandom } from '../../sandbox/random.ts'
import type { RowReader } from '../../src/datasets/padron/lookup/row-reader.ts'
import { foldName, nameWords } from '../../src/domain/names/normalise.ts'
import { coreWords, nameUnits } from '../../src/domain/names/tokens.ts'

export const KINDS = [
  ...['rare company', 'common company word', 'two surnames', 'one common surname', 'given name + surname'],
  ...['full name, any order', 'prefix', 'misspelt', 'no match'],
] as const
export type Kind = (typeof KINDS)[number]

export interface BenchQuestion {
  kind: Kind
  text: string
}

/** Questions as people ask them, drawn from the register itself; Ñ is typed N. */
export const drawQuestions = (count: number, rows: RowReader, persons: number, total: number): BenchQuestion[] => {
  const random = seededRandom(7).next
  const draw = (from: number, to: number): string[] => {
    for (;;) {
      const row = rows.row(from + Math.floor(random() * (to - from)))
      const words = coreWords(nameUnits(nameWords(foldName(row.razonSocial).replaceAll('Ñ', 'N'))))
      if (words.length >= 3 && words.every((word) => word.length > 1)) return words
    }
  }
  const person = (): string[] => draw(0, persons)
  const company = (): string[] => draw(persons, total)
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] as string
  const longest = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length)[0] as string
  const makers: Record<Kind, () => string> = {
    'rare company': () => company().join(' '),
    'common company word': () =>
      pick(['INVERSIONES', 'SERVICIOS GENERALES', 'CORPORACION', 'GRUPO', 'COMERCIAL', 'CONSTRUCTORA']),
    'two surnames': () => person().slice(0, 2).join(' '),
    'one common surname': () => pick(['QUISPE', 'FLORES', 'SANCHEZ', 'GARCIA', 'RODRIGUEZ', 'ROJAS', 'MAMANI']),
    'given name + surname': () => {
      const words = person()
      return `${words[2]} ${words[0]}`
    },
    'full name, any order': () =>
      person()
        .sort(() => random() - 0.5)
        .join(' '),
    prefix: () => {
      const words = person()
      return `${words[0]} ${(words[2] as string).slice(0, 3)}`
    },
    misspelt: () => {
      const words = person()
      const long = longest(words)
      const at = 1 + Math.floor(random() * (long.length - 2))
      return words.map((word) => (word === long ? `${word.slice(0, at)}X${word.slice(at + 1)}` : word)).join(' ')
    },
    'no match': () => `${person()[0]} XQZWKJ${Math.floor(random() * 1e6)}`,
  }
  return Array.from({ length: count }, (_, n) => {
    const kind = KINDS[n % KINDS.length] as Kind
    return { kind, text: makers[kind]() }
  })
}
