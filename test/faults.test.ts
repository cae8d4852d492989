import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, startSandbox } from '../sandbox/main.ts'
import type { PretendUpstream } from '../sandbox/upstream.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import type { PersonNames } from '../src/domain/records.ts'
import { Failure, type FailureKind } from '../src/kernel/errors.ts'
import { openSourceList } from '../src/sources/open-sources.ts'
import type { Source } from '../src/sources/source.ts'

const person = (numero: string): PersonNames => ({
  numero,
  nombres: 'ANA MARIA',
  apellidoPaterno: 'DE LA ROSA',
  apellidoMaterno: 'QUISPE',
  nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
})

const pretend: PretendUpstream = {
  id: 'public-dni-directory',
  settings: (address) => ({ CHASQUI_DNI_DIRECTORY_URL: address }),
  handle: ({ path }) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person(path.slice(1))),
  }),
  faults: { 'other-record': () => ({ body: JSON.stringify(person('99999999')) }) },
}

/** The smallest source that keeps the rules: the right record, or a failure. */
const source: Source = {
  id: 'public-dni-directory',
  policy: {
    timeoutMs: 10_000,
    attempts: 2,
    spacingMs: 0,
    queue: 10,
    freshMs: 60_000,
    staleMs: 0,
    emptyMs: 0,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open: (upstream) => ({
    async personByDni(dni, { signal }) {
      const { text } = await upstream.request(`/${dni}`, { signal })
      const changed = new Failure('upstream-changed', 'La fuente cambió')
      if (!text.startsWith('{')) throw changed
      const found = JSON.parse(text) as PersonNames
      if (found.numero !== dni) throw changed
      return found
    },
  }),
}

const MEETS: Record<Fault, FailureKind | 'answer'> = {
  slow: 'answer',
  hang: 'upstream-unavailable',
  down: 'upstream-unavailable',
  reset: 'upstream-unavailable',
  truncate: 'upstream-unavailable',
  error: 'upstream-unavailable',
  'rate-limited': 'upstream-unavailable',
  captcha: 'upstream-blocked',
  firewall: 'upstream-unavailable',
  redesigned: 'upstream-changed',
  'wrong-type': 'upstream-changed',
  garbage: 'upstream-changed',
  'other-record': 'upstream-changed',
}

for (const [fault, expected] of Object.entries(MEETS)) {
  test(`a ${fault} source: ${expected}, and an answer once the fault and its pause are over`, async () => {
    let passed = 0
    const clock = limaClock(undefined, { now: () => Date.now() + passed })
    const sandbox = await startSandbox({ upstreams: [pretend] })
    const settings = { 'public-dni-directory': { origin: sandbox.settings.CHASQUI_DNI_DIRECTORY_URL as string } }
    const sources = openSourceList([source], settings, {
      clock,
      userAgent: 'Chasqui/0.0',
      timeoutMs: fault === 'hang' ? 2_000 : undefined,
    })
    const [provider] = sources.answering('personByDni')
    const ask = () =>
      provider?.ask('00000012').then(
        ({ value }) => value,
        ({ kind }) => kind,
      )
    try {
      sandbox.faults.set(pretend.id, fault as Fault, { delayMs: 1 })
      assert.deepEqual(await ask(), expected === 'answer' ? person('00000012') : expected)
      sandbox.faults.set(pretend.id, null)
      passed = 60_000
      assert.deepEqual(await ask(), person('00000012'))
    } finally {
      await sources.close()
      await sandbox.close()
    }
  })
}
