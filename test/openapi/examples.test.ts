import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Schema from 'typebox/schema'
import { openApiText } from '../../scripts/openapi.ts'
import { type DescribedSandbox, openDescribedSandbox, type Reply } from './described-sandbox.ts'
import {
  type DocumentedAnswer,
  type DocumentedOperation,
  type OpenApiDocument,
  operationsOf,
  resolve,
} from './operations.ts'
import { type TakenAnswer, takeAnswers } from './take-examples.ts'

const document: OpenApiDocument = JSON.parse(await openApiText())
const operations = operationsOf(document)
/** Headers of every HTTP answer, which belong to the connection or to the body and not to the operation. */
const HTTP_HEADERS = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']

let sandbox: DescribedSandbox
before(async () => {
  sandbox = await openDescribedSandbox()
})
after(() => sandbox.close())

/** What a sandbox started at another moment says otherwise. */
const withoutMovingParts = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    /^(?:sha256|constancia|ultimoExito|ultimoError|antiguedadHoras|id|creado|secreto|clavePublica|previo|hash|aviso|terminado|venceEl|unidadesDisponibles)$/.test(
      name,
    )
      ? null
      : value,
  )

const answerOf = ({ operationId, answers }: DocumentedOperation, { status }: Reply): DocumentedAnswer => {
  const answer = answers[String(status)]
  assert.ok(answer, `${operationId} answers ${status}, which the document does not have`)
  return answer
}

const assertMatches = (schema: object, value: unknown, about: string): void => {
  const [valid, errors] = Schema.Errors({ ...schema, components: document.components } as never, value)
  assert.ok(valid, `${about}: ${JSON.stringify(errors.slice(0, 3))}`)
}

const checkHeaders = (operation: DocumentedOperation, reply: Reply): void => {
  const { headers = {} } = answerOf(operation, reply)
  const about = `${operation.operationId} ${reply.status}`
  const named = new Map(
    Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolve(document, header)]),
  )
  const undocumented = Object.keys(reply.headers).filter((name) => !named.has(name) && !HTTP_HEADERS.includes(name))
  assert.deepEqual(undocumented, [], `headers of ${about} that the document does not have`)
  for (const [name, { required, schema }] of named) {
    const sent = reply.headers[name]
    assert.ok(sent !== undefined || !required, `${about} lacks ${name}`)
    const { type } = schema as { type: string }
    if (sent !== undefined)
      assertMatches(schema as object, type === 'integer' ? Number(sent) : sent, `${about} ${name}`)
  }
}

const checkExample = (operation: DocumentedOperation, { name, summary, mediaType, reply }: TakenAnswer): void => {
  const about = `${operation.operationId} ${reply.status} ${name}`
  const media = answerOf(operation, reply).content?.[mediaType]
  assert.ok(media, `${about} is ${mediaType}, which the document does not have`)
  assert.equal(reply.headers['content-type'], `${mediaType}; charset=utf-8`)
  assertMatches(media.schema, reply.body, about)
  const example = media.examples?.[name]
  assert.ok(example, `${about} has no example (node scripts/openapi-examples.ts)`)
  assert.equal(example.summary, summary)
  assert.deepEqual(withoutMovingParts(example.value), withoutMovingParts(reply.body), about)
}

for (const operation of operations) {
  const name = `${operation.method} ${operation.path}`
  test(`${name}: the examples are the sandbox's answers, with the headers that are described`, async () => {
    const taken = await takeAnswers(sandbox, operation.operationId, operation.kinds)
    for (const answer of taken) {
      checkHeaders(operation, answer.reply)
      checkExample(operation, answer)
    }
    const shown = taken.map(({ reply, mediaType, name }) => `${reply.status} ${mediaType} ${name}`)
    const documented = Object.entries(operation.answers).flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([type, { examples = {} }]) =>
        Object.keys(examples).map((name) => `${status} ${type} ${name}`),
      ),
    )
    assert.deepEqual(documented.sort(), shown.sort())
  })

  if (!operation.answers[304]) continue
  test(`${name}: the examples of its parameters are answered, and 304 names the same body`, async () => {
    const values = operation.query.flatMap(({ name, example }): [string, string][] =>
      example === undefined ? [] : [[name, String(example)]],
    )
    const address = `${operation.path.replace('{fila}', '1')}?${new URLSearchParams(values)}`
    const kind = /^\/api\/(vigilado|alerta|aviso)s/.exec(address)?.[1] ?? 'terminado'
    const path = address.replace(/\{id\}|(?<==)(?:[0-9a-f]{16}){2}/g, `{${kind}}`)
    const first = await sandbox.ask(path)
    assert.equal(first.status, 200, `${path}: ${JSON.stringify(first.body)}`)
    const again = await sandbox.ask(path, { 'if-none-match': first.headers.etag as string })
    assert.equal(again.status, 304)
    checkHeaders(operation, again)
  })
}
