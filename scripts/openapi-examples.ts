// Takes the examples of the OpenAPI document from the sandbox, then writes the document.
import { writeFileSync } from 'node:fs'
import { openDescribedSandbox } from '../test/openapi/described-sandbox.ts'
import { operationsOf } from '../test/openapi/operations.ts'
import { takeAnswers } from '../test/openapi/take-examples.ts'
import { openApiText } from './openapi.ts'

const EXAMPLES_FILE = new URL('../src/http/openapi/examples.json', import.meta.url)

type Examples = Record<string, Record<string, Record<string, Record<string, { summary: string; value: unknown }>>>>

const sandbox = await openDescribedSandbox()
const examples: Examples = {}
for (const { operationId, kinds } of operationsOf(JSON.parse(await openApiText()))) {
  for (const { name, summary, mediaType, reply } of await takeAnswers(sandbox, operationId, kinds)) {
    const byStatus = (examples[operationId] ??= {})
    const byType = (byStatus[reply.status] ??= {})
    const named = (byType[mediaType] ??= {})
    named[name] = { summary, value: reply.body }
  }
}
await sandbox.close()
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 1)}\n`)
