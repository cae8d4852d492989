import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { DEAD_SOURCES, runInProcess } from '../helpers/command-line.ts'
import { callTool, connectHttp, connectStdio, REVISIONS, type Revision, schemaProblem } from '../helpers/mcp-client.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { chasqui, createKey, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
type Data = any

/** A question that each tool answers in the sandbox, and what its answer holds. */
const QUESTIONS: Record<string, [args: Record<string, unknown>, check: (data: Data) => unknown, expected: unknown]> = {
  ruc: [{ numero: '20000000125' }, (data) => data.razonSocial, 'COMERCIAL EJEMPLO - LIMA S.A.C.'],
  dni: [{ numero: '00000012' }, (data) => data.nombreCompleto, 'DE LA ROSA QUISPE ANA MARIA'],
  persona: [{ nombre: 'ana de la rosa', detalle: true }, (data) => data.matches[0].ficha.numero, '10000000120'],
  nombre: [{ q: 'comercial ejemplo', limite: 1 }, (data) => data.length, 1],
  ruc_historia: [{ numero: '20000000125' }, (data) => data.periodos.length, 1],
  sanciones: [{ ruc: '20000006786' }, (data) => data.sancionado, true],
  proveedor: [{ ruc: '20000006786' }, (data) => data.partes.sanciones.estado, 'hallazgo'],
  aml: [{ nombre: 'tarquillo zenobio', tipo: 'persona', detalle: true }, (data) => data.matches.length > 0, true],
  comprobante: [
    { ruc: '20000000125', tipo: '01', serie: 'F001', numero: '1', fecha: '2026-11-10', monto: '118.00' },
    (data) => data.estado,
    'ACEPTADO',
  ],
  soat: [{ placa: 'abc-123' }, (data) => data.estado, 'VIGENTE'],
  tipo_cambio: [{ fecha: '2026-11-08' }, (data) => data.venta, 3.138],
  indicadores: [{ codigo: 'inflacion' }, (data) => data.codigo, 'PN01273PM'],
  indicadores_buscar: [{ q: 'tipo de cambio' }, (data) => data.length > 0, true],
  revisar_lista: [
    {
      personas: [
        ...[{ nombre: 'tarquillo zenobio', tipo: 'persona' }, { nombre: 'Juan Quispe Mamani' }, { nombre: 'X' }],
        ...[{ documento: '00000174' }, { nombre: 'Mollepaza' }, { nombre: '00000174' }],
        { nombre: 'Ebaristo Chukipoma Tarquiyo', nacimiento: '1999' },
      ],
    },
    (data) => data.filas.map((row: Data) => [row.resultado, /descartaron/.test(row.aviso), /palabra/.test(row.motivo)]),
    [
      ...[
        ['exacto', false, false],
        ['sin_coincidencias', false, false],
        ['no_revisado', false, false],
      ],
      ...[
        ['exacto', false, false],
        ['no_revisado', false, true],
        ['no_revisado', false, false],
      ],
      ['sin_coincidencias', true, false],
    ],
  ],
  vigilados: [{ limite: 1 }, (data) => data, []],
  alertas: [{ estado: 'abierta' }, (data) => data, []],
  vigilancia_informe: [{ desde: '2026-11-01' }, (data) => data.vigilados.altas, 0],
  estado: [{}, (data) => data.modo, 'sandbox'],
}
/** Those of a service alone. */
const OF_SERVICE = ['vigilados', 'alertas', 'vigilancia_informe']

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const SETTINGS = { CHASQUI_DATA_DIR: sandboxData(), CHASQUI_TODAY: SANDBOX_TODAY }
/** Of the tools on stdio, which have no server beside them. */
const OWN_SETTINGS = { ...SETTINGS, CHASQUI_DATA_DIR: sandboxData() }
const server = await startServer({ ...SETTINGS, CHASQUI_REFRESH: 'auto' }, ['serve', '--sandbox'])
const key = /Clave de prueba:\s+(\S+)/.exec(server.output())?.[1] ?? ''

/** Every way to reach the tools. */
const WAYS: Record<string, (revision: Revision) => Promise<Client>> = {
  'over HTTP': (revision) => connectHttp(server.url, key, revision),
  'on stdio': async (revision) => (await connectStdio(OWN_SETTINGS, ['--sandbox'], revision)).client,
  'on stdio, asking a server': async (revision) =>
    (await connectStdio({ CHASQUI_URL: server.url, CHASQUI_KEY: key }, [], revision)).client,
}

for (const [way, open] of Object.entries(WAYS)) {
  for (const revision of REVISIONS) {
    let opened: Promise<Client> | undefined
    const connect = (): Promise<Client> => (opened ??= open(revision))

    test(`${way} (${revision}): every tool is listed with its schemas and answers by them`, async () => {
      const client = await connect()
      const { tools } = await client.listTools()
      const known = Object.keys(QUESTIONS).filter((name) => way !== 'on stdio' || !OF_SERVICE.includes(name))
      assert.deepEqual(tools.map(({ name }) => name).sort(), known.sort())
      for (const tool of tools) {
        const { annotations, inputSchema, outputSchema, title, description = '' } = tool
        assert.ok(title && description.length > 100 && outputSchema, tool.name)
        assert.deepEqual([annotations?.readOnlyHint, annotations?.idempotentHint], [true, true])
        const [args, check, expected] = QUESTIONS[tool.name] as (typeof QUESTIONS)[string]
        assert.deepEqual(
          Object.keys(args).filter((name) => !(name in (inputSchema.properties ?? {}))),
          [],
        )
        const { content, isError, sentence } = await callTool(client, tool.name, args)
        assert.equal(isError, false, JSON.stringify(content))
        assert.equal(content.estado, 'ok')
        assert.deepEqual(check(content.data), expected, tool.name)
        assert.equal(schemaProblem(tool, content), undefined, tool.name)
        assert.ok(sentence.length > 10 && sentence.length < 500, sentence)
      }
    })

    test(`${way} (${revision}): nothing found, a source away, a captcha and bad input are told apart`, async () => {
      const client = await connect()
      const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]))
      const ask = async (name: string, args: Record<string, unknown>) => {
        const answer = await callTool(client, name, args)
        assert.equal(schemaProblem(tools.get(name) as never, answer.content), undefined, JSON.stringify(answer.content))
        return answer
      }
      const none = await ask('soat', { placa: 'NAD123' })
      assert.deepEqual([none.isError, none.content.estado], [false, 'no_encontrado'])
      assert.match(none.sentence, /^No encontrado: /)
      const away = await ask('soat', { placa: 'ERR123' })
      assert.deepEqual([away.isError, away.content.error.codigo], [true, 'fuente_no_disponible'])
      assert.match(away.sentence, /No significa que no exista/)
      const bad = await ask('ruc', { numero: '2000000012' })
      assert.deepEqual(
        [bad.isError, bad.content.error.codigo, bad.content.error.campo],
        [true, 'parametro_invalido', 'numero'],
      )
      const missing = await ask('ruc', {})
      assert.deepEqual([missing.content.error.codigo, missing.content.error.campo], ['parametro_faltante', 'numero'])
      const month = await ask('tipo_cambio', { mes: '2026-10' })
      assert.equal(month.content.data.dias.length, 31)
    })

    test(`${way} (${revision}): the editions in service and the prompt of due diligence`, async () => {
      const client = await connect()
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['chasqui://ediciones'],
      )
      const { contents } = await client.readResource({ uri: 'chasqui://ediciones' })
      const { ediciones } = JSON.parse((contents[0] as { text: string }).text)
      const lists = ['agentes', 'judiciales', 'padron', 'sanciones', 'ssco', 'ubigeo', 'un', 'us', 'vinculados']
      assert.deepEqual(Object.keys(ediciones).sort(), lists)
      assert.ok(Object.values<{ edicion: string }>(ediciones).every(({ edicion }) => edicion))
      const { prompts } = await client.listPrompts()
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['debida_diligencia_proveedor'],
      )
      const { messages } = await client.getPrompt({
        name: 'debida_diligencia_proveedor',
        arguments: { ruc: '20000000125' },
      })
      const text = String(Object(messages[0]?.content).text)
      for (const step of ['proveedor con ruc 20000000125', 'sanciones', 'aml', 'representantes', 'ediciones'])
        assert.ok(text.includes(step), step)
      await assert.rejects(
        client.getPrompt({ name: 'debida_diligencia_proveedor', arguments: { ruc: 'x' } }),
        /11 dígitos/,
      )
    })
  }
}

test('a question that clears nobody is never told as clear', async () => {
  const client = await connectHttp(server.url, key, REVISIONS[0] as Revision)
  for (const args of [{ nombre: 'Mollepaza' }, { nombre: 'Ebaristo Chukipoma Tarquiyo', nacimiento: '1999' }]) {
    const { content, sentence } = await callTool(client, 'aml', args)
    assert.match(sentence, /^Nadie queda descartado.* (?:Una sola palabra|Los datos del cliente descartaron)/)
    assert.doesNotMatch(sentence, /Sin coincidencias/)
    assert.equal(typeof content.aviso, 'string')
  }
  const refused = await callTool(client, 'aml', { nombre: '00000174' })
  assert.ok(refused.isError && /envíelo como documento/.test(refused.sentence))
  await client.close()
})

test('a captcha of a source is told as such, and says that it proves nothing', async () => {
  const { client } = await connectStdio(OWN_SETTINGS, ['--sandbox'])
  const { content, isError, sentence } = await callTool(client, 'soat', { placa: 'CAP123' })
  assert.deepEqual([isError, content.error.codigo], [true, 'fuente_captcha'])
  assert.match(sentence, /No significa que no exista/)
})

test('standard output holds protocol lines and nothing else, and the process ends with its input', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--sandbox'], {
    env: { ...process.env, ...OWN_SETTINGS },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL'))
  let out = ''
  const answered = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
    if (out.includes('"id":"dos"')) answered.resolve()
  })
  const say = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  say({
    id: 'uno',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  say({ method: 'notifications/initialized' })
  child.stdin.write('esto no es JSON\n{"jsonrpc":"2.0"}\n[1,2]\n')
  say({ id: 'dos', method: 'tools/call', params: { name: 'ruc', arguments: { numero: '20000000125' } } })
  await answered.promise
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  for (const line of out.trim().split('\n')) assert.equal(JSON.parse(line).jsonrpc, '2.0')
})

test('a server that is away is an error of the tool, and a bad address ends the command', async () => {
  const { client } = await connectStdio({ CHASQUI_URL: 'http://127.0.0.1:9', CHASQUI_KEY: 'chq_test_x' }, [])
  const { content, isError } = await callTool(client, 'ruc', { numero: '20000000125' })
  assert.deepEqual([isError, content.error.codigo], [true, 'fuente_no_disponible'])
  const unusable = chasqui({}, 'mcp', '--url', 'nada', '--key', 'x')
  assert.deepEqual(
    [unusable.code, unusable.out, unusable.err],
    [2, '', '--url debe ser una dirección http:// o https://.\n'],
  )
  assert.match(chasqui({}, 'mcp', '--url', 'http://127.0.0.1:9').err, /CHASQUI_KEY/)
})

test('a key that does not work is refused over HTTP with the error of the service', async () => {
  for (const bad of [null, 'chq_test_nada']) {
    await assert.rejects(connectHttp(server.url, bad), (error: Error) =>
      /no_autenticado|401/.test(`${error.message} ${JSON.stringify(error)}`),
    )
  }
  const { client } = await connectStdio({ CHASQUI_URL: server.url, CHASQUI_KEY: 'chq_test_nada' }, [])
  assert.equal((await callTool(client, 'ruc', { numero: '20000000125' })).content.error.codigo, 'no_autenticado')
})

test('a key that is revoked is refused in every thread', async () => {
  const settings = { ...DEAD_SOURCES, CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_WORKERS: '2' }
  const live = await startServer(settings)
  const { id, key: own } = await createKey(settings, '--quota', '50')
  const clients = await Promise.all([1, 2, 3, 4].map(() => connectHttp(live.url, own, '2026-07-28')))
  const answers = await Promise.all(clients.map((client) => callTool(client, 'nombre', { q: 'comercial' })))
  for (const { content } of answers) assert.equal(content.error.codigo, 'lista_no_cargada')
  assert.equal((await runInProcess(settings, 'keys', 'revoke', id)).code, 0)
  const isRefused = (client: Client): Promise<boolean> =>
    callTool(client, 'estado').then(
      () => false,
      () => true,
    )
  await until(async () => (await Promise.all(clients.map(isRefused))).every(Boolean))
  assert.equal(await live.end(), 0)
})
