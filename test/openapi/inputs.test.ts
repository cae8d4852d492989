import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import Schema from 'typebox/schema'
import { openApiText } from '../../scripts/openapi.ts'
import { LIST_IDS } from '../../src/domain/lists.ts'
import { repeated } from '../helpers/repeated.ts'
import { type DescribedSandbox, openDescribedSandbox, type Reply, TODAY } from './described-sandbox.ts'
import { invalidInput, validInput } from './inputs.ts'
import { type DocumentedOperation, type OpenApiDocument, operationsOf } from './operations.ts'

/** OPENAPI_RUNS=1000 tries as many as the testers that can be had elsewhere. */
const numRuns = Number(process.env.OPENAPI_RUNS ?? repeated(40))
const document: OpenApiDocument = JSON.parse(await openApiText())

let sandbox: DescribedSandbox
before(async () => {
  // Every list that may be asked for is loaded: what is not is a failure.
  sandbox = await openDescribedSandbox({ CHASQUI_LISTS: LIST_IDS.join(',') })
})
after(() => sandbox.close())

const conformance = ({ answers, path }: DocumentedOperation) => {
  const checks = new Map(
    Object.entries(answers).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return schema
        ? [[Number(status), Schema.Compile({ ...schema, components: document.components } as never)] as const]
        : []
    }),
  )
  return ({ status, body }: Reply, url: string): void => {
    const validator = checks.get(status)
    assert.ok(validator, `${path} answers ${status}, which the document does not have: ${url}`)
    assert.ok(validator.Check(body), `${status} of ${url} is not as described: ${JSON.stringify(body)}`)
  }
}

const addressOf = (path: string, pairs: Iterable<[string, string]>): string =>
  `${path}?${new URLSearchParams([...pairs])}`

/** Uploads, files and what becomes of them have tests of their own. */
const isFile = ({ answers }: DocumentedOperation): boolean =>
  Object.keys(answers[200]?.content ?? {}).some((type) => type !== 'application/json')
const asked = operationsOf(document).filter((one) => one.method === 'get' && !one.path.includes('{') && !isFile(one))

for (const operation of asked) {
  const { path, query } = operation
  const assertDescribed = conformance(operation)

  test(`${path}: what the document calls valid is taken, and answered as it says`, async () => {
    const property = fc.asyncProperty(validInput(operation, TODAY), async (input) => {
      const url = addressOf(path, Object.entries(input))
      const reply = await sandbox.ask(url)
      assertDescribed(reply, url)
      assert.ok([200, 404, 422].includes(reply.status), `${reply.status} ${url}: ${JSON.stringify(reply.body)}`)
    })
    await fc.assert(property, { numRuns: query.length > 0 ? numRuns : 1 })
  })

  if (query.length === 0) continue
  test(`${path}: what the document calls invalid is refused`, async () => {
    const property = fc.asyncProperty(invalidInput(operation, TODAY), async ({ pairs, wrong }) => {
      fc.pre(wrong !== '')
      const url = addressOf(path, pairs)
      const reply = await sandbox.ask(url)
      assertDescribed(reply, url)
      assert.ok([400, 404].includes(reply.status), `${reply.status} ${url}, though ${wrong} is wrong`)
    })
    await fc.assert(property, { numRuns })
  })
}
