import type { Mirror } from '../../src/datasets/editions/dataset.ts'
import type { NameHits, Register, RegisterRow, Step } from '../../src/datasets/padron/index.ts'
import { foldName, nameWords } from '../../src/domain/names/normalise.ts'
import type { ProviderId, Taxpayer } from '../../src/domain/records.ts'
import { isNaturalPersonRuc } from '../../src/domain/ruc.ts'
import { Failure, type FailureKind } from '../../src/kernel/errors.ts'
import type { LiveSources, Provider, Questions } from '../../src/sources/source.ts'
import type { World } from './world.ts'

export const EDITION = '2026-11-14'

/** A row of an invented register: an active company with a known address and type unless said. */
export const row = (numero: string, razonSocial: string, more: Partial<RegisterRow> = {}): RegisterRow => ({
  numero,
  razonSocial,
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  ubigeo: '150131',
  direccion: 'AV. LAS FLORES NRO. 123',
  tipo: 'SOCIEDAD ANONIMA CERRADA',
  ...more,
})

/** A natural person's row: no address is published. */
export const person = (numero: string, razonSocial: string, more: Partial<RegisterRow> = {}): RegisterRow =>
  row(numero, razonSocial, { ubigeo: '', direccion: '', tipo: 'PERSONA NATURAL CON NEGOCIO', ...more })

const hits = (rows: RegisterRow[], wanted: number): NameHits => ({ total: rows.length, rows: rows.slice(0, wanted) })

/** A register that scans: all words, in the order of its rows. */
export const registerOf = (
  rows: readonly RegisterRow[],
  past: Record<string, Step[]> = {},
  { monthly = {}, detail = {} }: Pick<World, 'monthly' | 'detail'> = {},
): Mirror<Register> => {
  const reader: Register = {
    facts: { edicion: EDITION, filas: rows.length, sha256: '', cargado: `${EDITION}T08:00:00.000Z` },
    detailOf: (ruc) => detail[ruc] ?? { actividad: null, anexos: null },
    byRuc: (ruc) => rows.find(({ numero }) => numero === ruc) ?? null,
    searchNames: async ({ text, persons, companies }) => {
      const words = nameWords(foldName(text))
      const found = rows.filter(({ razonSocial }) => {
        const own = nameWords(foldName(razonSocial))
        return words.every((word) => own.includes(word))
      })
      return {
        persons: hits(
          found.filter(({ numero }) => isNaturalPersonRuc(numero)),
          persons,
        ),
        companies: hits(
          found.filter(({ numero }) => !isNaturalPersonRuc(numero)),
          companies,
        ),
      }
    },
    history: {
      editions: [
        ...new Set([...Object.values(past).flatMap((steps) => steps.map(({ desde }) => desde)), EDITION]),
      ].sort(),
      months: [...new Set(Object.values(monthly).flatMap((seen) => seen.map(({ mes }) => mes)))].sort(),
      sightingsOf: (ruc) => monthly[ruc] ?? [],
      stepsOf: (ruc) => past[ruc] ?? [{ desde: EDITION, row: rows.find(({ numero }) => numero === ruc) ?? null }],
    },
    close: async () => {},
  }
  return { read: (use) => use(reader), current: () => reader }
}

export const registerNotLoaded: Mirror<Register> = {
  read: () => {
    throw new Failure('dataset-unavailable', 'El padrón no está cargado')
  },
  current: () => null,
}

type Answers = { [Question in keyof Questions]?: Awaited<ReturnType<Questions[Question]>> | FailureKind }

/** Live sources that give the answers of a table, in its order, and record who was asked. */
export const sourcesOf = (answers: Partial<Record<ProviderId, Answers>> = {}) => {
  const asked: string[] = []
  const sources: LiveSources = {
    answering: <Question extends keyof Questions>(question: Question) =>
      Object.entries(answers).flatMap(([id, known]): Provider<Question>[] => {
        if (!(question in known)) return []
        const answer = known[question]
        const ask = async () => {
          asked.push(`${id} ${question}`)
          if (typeof answer === 'string') throw new Failure(answer, 'La fuente falló')
          return { value: await answer, channel: 'live' }
        }
        return [{ id: id as ProviderId, ask: ask as unknown as Provider<Question>['ask'] }]
      }),
    health: () => {
      throw new Error('not asked here')
    },
    activity: () => new Map(),
    close: async () => {},
  }
  return { sources, asked }
}

export const taxpayer = (numero: string, more: Partial<Taxpayer> = {}): Taxpayer => ({
  numero,
  razonSocial: 'EJEMPLO VIVO S.A.C.',
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  direccion: 'JR. VIVO NRO. 1',
  ubigeo: '040101',
  departamento: 'AREQUIPA',
  provincia: 'AREQUIPA',
  distrito: 'AREQUIPA',
  tipo: 'SOCIEDAD ANONIMA',
  ...more,
})
