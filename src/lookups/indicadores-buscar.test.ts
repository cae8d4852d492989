import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import type { LiveSources, SeriesCatalogue } from '../sources/source.ts'
import { indicadoresBuscarLookup } from './indicadores-buscar.ts'

const catalogueOf = (...nombres: string[]): SeriesCatalogue => ({
  edition: nombres.join(),
  text: nombres.map((nombre, n) => `PN0000${n}AM\t2000-01-01\t2026-09-01\tGrupo\t${nombre}\t`).join('\n'),
})

const open = (maxWaitMs?: number) => {
  let now = Date.parse('2026-11-15T12:00:00Z')
  let answer: () => Promise<SeriesCatalogue> = async () => catalogueOf('Cobre')
  let calls = 0
  const ask = async () => {
    calls++
    return { value: await answer(), channel: 'live' as const }
  }
  const sources = { answering: () => [{ id: 'central-bank', ask }] } as unknown as LiveSources
  const lookup = indicadoresBuscarLookup({ sources, clock: limaClock(undefined, { now: () => now }) }, maxWaitMs)
  return {
    lookup,
    calls: () => calls,
    setAnswer: (next: typeof answer) => {
      answer = next
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('the catalogue is asked for once by all that search, and again when there may be a new one', async () => {
  const { lookup, calls, setAnswer, pass } = open()
  const answers = await Promise.all(['cobre', 'grupo', 'cobre'].map((q) => lookup({ q })))
  assert.deepEqual(
    answers.map(({ total }) => total),
    [1, 1, 1],
  )
  assert.equal(calls(), 1)
  assert.equal((await lookup({ q: 'cobre' })).origins[0]?.channel, 'cache')
  await assert.rejects(lookup({ q: 'estaño' }), { kind: 'not-found' })
  setAnswer(async () => catalogueOf('Cobre', 'Estaño'))
  await assert.rejects(lookup({ q: 'estaño' }), { kind: 'not-found' })
  pass(600_000)
  assert.equal((await lookup({ q: 'estaño' })).data[0]?.nombre, 'Estaño')
  assert.equal(calls(), 2)
})

test('a catalogue that can no longer be had is a failure, not an old answer; the next question asks again', async () => {
  const { lookup, setAnswer, pass } = open()
  await lookup({ q: 'cobre' })
  pass(600_000)
  for (const kind of ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const) {
    setAnswer(async () => {
      throw new Failure(kind, 'La fuente no responde en este momento')
    })
    await assert.rejects(lookup({ q: 'cobre' }), { kind })
    await assert.rejects(lookup({ q: 'nada' }), { kind })
  }
  setAnswer(async () => catalogueOf('Cobre'))
  assert.equal((await lookup({ q: 'cobre' })).total, 1)
})

test('a question does not wait for a slow download, and the next one finds it done', async () => {
  let finish: (catalogue: SeriesCatalogue) => void = () => {}
  const { lookup, calls, setAnswer } = open(1)
  setAnswer(() => new Promise((resolve) => (finish = resolve)))
  await assert.rejects(lookup({ q: 'cobre' }), { kind: 'upstream-unavailable', message: /aún se está leyendo/ })
  await assert.rejects(lookup({ q: 'cobre' }), { kind: 'upstream-unavailable' })
  finish(catalogueOf('Cobre'))
  // The index is built in the turns of the event loop that follow.
  await new Promise(setImmediate)
  assert.equal((await lookup({ q: 'cobre' })).total, 1)
  assert.equal(calls(), 1)
})

test('a bad question does not ask for the catalogue', async () => {
  const { lookup, calls } = open()
  for (const query of [
    {},
    { q: '' },
    { q: 'x' },
    { q: '¡!' },
    { q: 'pbi', limite: '51' },
    { q: 'pbi', frecuencia: 'x' },
  ])
    await assert.rejects(lookup(query), Failure, JSON.stringify(query))
  assert.equal(calls(), 0)
})
