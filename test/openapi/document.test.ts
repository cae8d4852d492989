import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openApiText } from '../../scripts/openapi.ts'

test('the committed openapi.json is that of the routes (npm run openapi writes it)', async () => {
  assert.equal(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'), await openApiText())
})
