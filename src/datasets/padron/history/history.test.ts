import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync as readBytes,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../../../../test/helpers/repeated.ts'
import type { EditionFacts } from '../../editions/dataset.ts'
import { naiveRegister } from '../fixtures/naive-register.ts'
import { registerText } from '../fixtures/random-register.ts'
import { REGISTER_HEADER } from '../fixtures/register-header.ts'
import { loadImage } from '../format/register-image.ts'
import { RegisterBuilder } from '../indexing/register-builder.ts'
import { registerOf } from '../open-register.ts'
import type { PastRow, Step } from '../register.ts'
import { carryHistory, insertCopy } from './carry-history.ts'
import { HISTORY_FILE } from './history-list.ts'

const root = mkdtempSync(join(tmpdir(), 'history-'))
after(() => rmSync(root, { recursive: true }))
const aside = join(root, 'set-aside')

interface Edition {
  dir: string
  facts: EditionFacts
}

let serial = 0
const newFolder = (): string => {
  const dir = join(root, String(++serial))
  mkdirSync(dir)
  return dir
}

const build = async (text: string, edicion: string): Promise<Edition> => {
  const dir = newFolder()
  const path = join(dir, 'padron.txt')
  writeFileSync(path, text, 'latin1')
  const builder = new RegisterBuilder(dir, () => {})
  await builder.parse(path)
  const { rows } = await builder.build(null)
  rmSync(path)
  return { dir, facts: { edicion, filas: rows, sha256: '', cargado: '' } }
}

/** Builds an edition that follows another one. */
const follow = async (before: Edition | null, text: string, edicion: string): Promise<Edition> => {
  const { dir, facts } = await build(text, edicion)
  const historia = await carryHistory({ dir, edicion, before: before && { ...before, aside } })
  return { dir, facts: { ...facts, historia } }
}

/** The edition with an older copy in its history. */
const insert = async (into: Edition, text: string, fecha: string): Promise<Edition> => {
  const copy = await build(text, fecha)
  const dir = newFolder()
  for (const name of ['register.index', 'register.records'])
    writeFileSync(join(dir, name), readBytes(join(into.dir, name)))
  return { dir, facts: { ...into.facts, historia: await insertCopy({ dir: copy.dir, fecha }, into, dir, () => {}) } }
}

const open = async ({ dir, facts }: Edition) => registerOf(await loadImage(dir), facts, { searchThreads: 1 })

const rowOn = (steps: readonly Step[], fecha: string): PastRow | null =>
  steps.findLast(({ desde }) => desde <= fecha)?.row ?? null

const dayOf = (at: number): string => `2026-01-${String(at + 1).padStart(2, '0')}`

/** Every RUC of any edition, on every day, is what that day's text says; and there is no step without a change. */
const assertSays = async (edition: Edition, texts: ReadonlyMap<string, string>): Promise<void> => {
  const register = await open(edition)
  try {
    const days = [...texts].map(
      ([fecha, text]) => [fecha, new Map(naiveRegister(text).rows.map((row) => [row.numero, row]))] as const,
    )
    assert.deepEqual(register.history.editions, [...texts.keys()].sort())
    for (const ruc of new Set(days.flatMap(([, rows]) => [...rows.keys()]))) {
      const steps = register.history.stepsOf(ruc)
      for (const [at, { row }] of steps.entries()) if (at > 0) assert.notDeepEqual(row, steps[at - 1]?.row)
      for (const [fecha, rows] of days) {
        const { numero: _, tipo: __, ...expected } = rows.get(ruc) ?? { numero: '', tipo: '' }
        assert.deepEqual(rowOn(steps, fecha), rows.has(ruc) ? expected : null, `${ruc} on ${fecha}`)
      }
    }
  } finally {
    await register.close()
  }
}

/** Texts that share most of their lines. */
const editions = fc
  .tuple(registerText, fc.array(fc.tuple(registerText, fc.nat(), fc.nat()), { minLength: 1, maxLength: 5 }))
  .map(([first, edits]) => {
    const texts = [first]
    for (const [other, cut, keep] of edits) {
      const lines = (texts.at(-1) as string).split('\n')
      const others = other.split('\n').slice(1)
      const at = 1 + (cut % lines.length)
      texts.push([...lines.slice(0, at), ...others.slice(0, keep % 4), ...lines.slice(at + (keep % 3))].join('\n'))
    }
    return new Map(texts.map((text, at) => [dayOf(at), text]))
  })

test('every RUC on every day is what the text of that day says, edition by edition', async () => {
  await fc.assert(
    fc.asyncProperty(editions, async (texts) => {
      let edition: Edition | null = null
      for (const [fecha, text] of texts) edition = await follow(edition, text, fecha)
      await assertSays(edition as Edition, texts)
    }),
    { numRuns: repeated(12) },
  )
})

test('copies that are put in later, in any order, give the same', async () => {
  await fc.assert(
    fc.asyncProperty(editions, fc.infiniteStream(fc.nat()), async (texts, draws) => {
      const days = [...texts.keys()]
      const last = days.pop() as string
      let edition = await follow(null, texts.get(last) as string, last)
      while (days.length > 0) {
        const [fecha = ''] = days.splice((draws.next().value ?? 0) % days.length, 1)
        edition = await insert(edition, texts.get(fecha) as string, fecha)
      }
      await assertSays(edition, texts)
    }),
    { numRuns: repeated(8) },
  )
})

const LINE = (ruc: string, condicion: string): string =>
  `${ruc}|EJEMPLO S.A.C.|ACTIVO|${condicion}|150131|AV.|LAS FLORES|-|-|1|-|-|-|-|-|`
const textOf = (...lines: string[]): string => `${[REGISTER_HEADER, ...lines].join('\n')}\n`
const RUC = '20000000125'

const threeDays = async (): Promise<Edition> => {
  let edition: Edition | null = null
  for (const [at, condicion] of ['HABIDO', 'NO HABIDO', 'NO HALLADO'].entries())
    edition = await follow(edition, textOf(LINE(RUC, condicion)), dayOf(at))
  return edition as Edition
}

const conditions = async (edition: Edition) => {
  const register = await open(edition)
  const { history, historyError } = register
  await register.close()
  return { days: history.editions, historyError, steps: () => history.stepsOf(RUC) }
}

test('an edition of the same day takes the place of the one before, and an older one that of all later ones', async () => {
  const three = await threeDays()
  const again = await follow(three, textOf(LINE(RUC, 'HABIDO')), dayOf(2))
  await assertSays(again, new Map(['HABIDO', 'NO HABIDO', 'HABIDO'].map((c, at) => [dayOf(at), textOf(LINE(RUC, c))])))
  const back = await follow(three, textOf(LINE(RUC, 'PENDIENTE')), dayOf(1))
  await assertSays(back, new Map(['HABIDO', 'PENDIENTE'].map((c, at) => [dayOf(at), textOf(LINE(RUC, c))])))
})

test('spaces, dashes and cut words are no change', async () => {
  const first = await follow(
    null,
    textOf(`${RUC}|EJEMPLO|ACTIVO|NO HALLADO SE MUDO D|150131|----|LAS FLORES|-|-|1|-|-|-|-|-|`),
    dayOf(0),
  )
  const text = textOf(`${RUC}| EJEMPLO |ACTIVO|NO HALLADO SE MUDO DE DOMICILIO|150131|-|LAS FLORES|-|---|1|-|-|-|-|-`)
  const second = await follow(first, text, dayOf(1))
  const register = await open(second)
  assert.equal(register.history.stepsOf(RUC).length, 1)
  await register.close()
})

test('a lost segment takes what is older with it and is told; the rest, and the next edition, go on', async () => {
  const edition = await threeDays()
  const segments = readdirSync(edition.dir).filter((name) => name.endsWith('.segment'))
  assert.ok(segments.length > 0)
  rmSync(join(edition.dir, segments.sort().at(-1) as string))
  const damaged = await conditions(edition)
  assert.deepEqual(damaged.days, [dayOf(2)])
  assert.match(String(damaged.historyError), /anterior al 2026-01-03/)
  const next = await follow(edition, textOf(LINE(RUC, 'HABIDO')), dayOf(3))
  assert.equal(next.facts.historia?.perdida, dayOf(2))
  const { days, historyError } = await conditions(next)
  assert.deepEqual(days, [dayOf(2), dayOf(3)])
  assert.match(String(historyError), /anterior al 2026-01-03/)
  assert.ok(readdirSync(join(aside, `history-${dayOf(2)}`)).includes(HISTORY_FILE))
})

test('a cut segment, a changed block and a changed list are noticed', async () => {
  const cut = await threeDays()
  const name = readdirSync(cut.dir).find((file) => file.endsWith('.segment')) as string
  truncateSync(join(cut.dir, name), 30)
  assert.match(String((await conditions(cut)).historyError), /Se perdió/)

  const changed = await threeDays()
  const path = join(changed.dir, readdirSync(changed.dir).find((file) => file.endsWith('.segment')) as string)
  const bytes = readBytes(path)
  bytes[6] = (bytes[6] as number) ^ 1
  writeFileSync(path, bytes)
  const register = await open(changed)
  assert.throws(() => register.history.stepsOf(RUC), { kind: 'dataset-unavailable' })
  await register.close()

  const listed = await threeDays()
  writeFileSync(join(listed.dir, HISTORY_FILE), '{}')
  assert.deepEqual((await conditions(listed)).days, [dayOf(2)])
})
