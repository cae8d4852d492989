import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../kernel/log.ts'
import { logSourceEvent } from './log-source-event.ts'

test('the log hears of changed and blocked sources, not of every call', () => {
  const lines: string[] = []
  const tell = logSourceEvent(openLog({ write: (line) => void lines.push(line) }))
  tell('central-bank', { type: 'called', outcome: 'answer', ms: 3 })
  tell('central-bank', { type: 'called', outcome: 'upstream-unavailable', ms: 3, detail: 'status 502' })
  tell('taxauth-tc', { type: 'called', outcome: 'upstream-changed', ms: 3, detail: 'no table' })
  tell('insurance-registry', { type: 'blocked' })
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ level, source, detail, event }) => ({ level, source, detail, event })),
    [
      { level: 50, source: 'taxauth-tc', detail: 'no table', event: undefined },
      { level: 40, source: 'insurance-registry', detail: undefined, event: 'blocked' },
    ],
  )
})
