// Takes the examples of the OpenAPI document from the sandbox, then writes the document.
import { writeFileSync } from 'node:fs'
import { openDescribedSandbox } from '../test/openapi/described-sandbox.ts'
import { operationsOf } from '../test/openapi/operations.ts'
import { takeAnswers } from '../test/openapi/take-examples.ts'
import { openApiText } from './openapi.ts'

const EXAMPLES_FILE = new URL('../src/http/openapi/examples.json', import.meta.url)

type Examples = Record<string, Record<string, Record<string, Record<string, { summary: string; value: unknown }>>>>

/** A certificate is another one each time. */
const SAME = `eyJhbGciOiJFZERTQSJ9.eyJlbmRwb2ludCI6ImxvdGVzIn0.${'A'.repeat(86)}`
const stable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === 'constancia' ? SAME : value))

const sandbox = await openDescribedSandbox()
const examples: Examples = {}
for (const { operationId, kinds } of operationsOf(JSON.parse(await openApiText()))) {
  for (const { name, summary, mediaType, reply } of await takeAnswers(sandbox, operationId, kinds)) {
    const byStatus = (examples[operationId] ??= {})
    const byType = (byStatus[reply.status] ??= {})
    const named = (byType[mediaType] ??= {})
    named[name] = { summary, value: typeof reply.body === 'string' ? reply.body : stable(reply.body) }
  }
}
await sandbox.close()
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 1)}\n`)
