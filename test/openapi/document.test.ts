import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openApiText } from '../../scripts/openapi.ts'

test('the committed openapi.json is that of the routes (npm run openapi writes it)', async () => {
  assert.equal(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'), await openApiText())
})

interface Described {
  name: string
  in: string
  example?: unknown
  schema: { type?: string; pattern?: string; enum?: unknown[]; examples?: unknown[]; maxLength?: number }
}

test('every parameter has an example, and every header a pattern or a closed set, whoever refers to it', () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const shared = Object.values<Described>(document.components.parameters)
  const operations = Object.entries<Record<string, { parameters?: Described[] }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.values(methods).flatMap(({ parameters = [] }) => parameters.map((one) => ({ path, one }))),
  )
  const own = operations.filter(({ one }) => one.name !== undefined)
  assert.ok(own.length > 40)
  const bare = own.filter(({ one: { example, schema } }) => example === undefined && !schema.examples?.length)
  assert.deepEqual(
    bare.map(({ path, one: { name } }) => `${path} ${name}`),
    [],
  )
  for (const { name, example, schema } of shared) {
    assert.ok(schema.pattern, name)
    assert.match(String(example), new RegExp(schema.pattern, 'u'), name)
  }
  for (const [name, { schema, example }] of Object.entries<Described>(document.components.headers)) {
    if (schema.type === 'integer') continue
    assert.ok(schema.pattern || schema.enum, name)
    if (schema.pattern) assert.match(String(example), new RegExp(schema.pattern, 'u'), name)
  }
})
