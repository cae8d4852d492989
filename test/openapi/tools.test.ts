import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
// @ts-expect-error Plain JavaScript, like `bin/`, whose parts it uses.
import { openApiTools } from '../engines/openapi-tools.js'
import { temporaryFolder } from '../helpers/cleanup.ts'

interface Tools {
  resolve(name: string): string
  load(name: string): Promise<Record<string, (...args: never[]) => unknown>>
}

const FILE = fileURLToPath(new URL('../../openapi.json', import.meta.url))
const source = readFileSync(FILE, 'utf8')
const tools: Tools = await openApiTools()

interface Problem {
  ruleId: string
  message: string
}

const lint = async (text: string, rules: string): Promise<string[]> => {
  const { createConfig, lintFromString } = (await tools.load('@redocly/openapi-core')) as unknown as {
    createConfig(settings: object): Promise<unknown>
    lintFromString(question: object): Promise<Problem[]>
  }
  const config = await createConfig({ extends: [rules] })
  const problems = await lintFromString({ source: text, config, absoluteRef: FILE })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

for (const rules of ['recommended', 'recommended-strict']) {
  test(`a public linter finds nothing by its rules "${rules}"`, async () => {
    assert.deepEqual(await lint(source, rules), [])
  })
}

test('the linter does look', async () => {
  const { servers: _, ...rest } = JSON.parse(source)
  assert.match((await lint(JSON.stringify(rest), 'recommended')).join(), /no-empty-servers/)
})

/** Compiles only when each closed set is a union of its words, and not any text. */
const USE = `
import type { components, operations } from './api.ts'

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Body<Op extends keyof operations, Status extends keyof operations[Op]['responses']> =
  operations[Op]['responses'][Status] extends { content: { 'application/json': infer Found } } ? Found : never

export const proofs: true[] = [
  true satisfies Equal<Body<'ruc', 200>['proveedor'], 'taxauth-scraper' | 'aggregator-a' | 'aggregator-b'>,
  true satisfies Equal<Body<'ruc', 400>['error']['codigo'], 'parametro_invalido' | 'parametro_faltante'>,
  true satisfies Equal<Body<'soat', 502>['error']['codigo'], 'fuente_no_disponible' | 'fuente_cambio'>,
  true satisfies Equal<Body<'soat', 200>['data']['estado'], 'VIGENTE' | 'VENCIDO' | 'ANULADO'>,
  true satisfies Equal<Body<'aml', 200>['data']['matches'][number]['fuente'], 'US' | 'UN' | 'UE' | 'UK' | 'BID'>,
  true satisfies Equal<Body<'aml', 200>['data']['matches'][number]['coincidencia'], 'exacto' | 'parcial'>,
  true satisfies Equal<components['schemas']['Sancion']['tipo'], 'Definitivo' | 'Temporal'>,
  true satisfies Equal<components['schemas']['TipoCambio']['moneda'], 'USD/PEN'>,
  true satisfies Equal<NonNullable<components['schemas']['Serie']['frecuencia']>, 'diaria' | 'mensual' | 'trimestral' | 'anual'>,
  true satisfies Equal<Body<'health', 200>['providers']['central-bank']['circuito'], 'cerrado' | 'abierto' | 'semiabierto'>,
]

export const query: operations['aml']['parameters']['query'] = { nombre: 'ANA', tipo: 'persona', pais: 'PE', detalle: '1' }
// @ts-expect-error There is no such kind.
export const wrong: operations['aml']['parameters']['query'] = { nombre: 'ANA', tipo: 'robot' }
`

interface Generator {
  default(document: object): Promise<never>
  astToString(nodes: never): string
}

test('types generated from the document compile, and closed sets are unions', async () => {
  // A module of the old kind, whose exports are those of its default.
  const { default: generator } = (await tools.load('openapi-typescript')) as unknown as { default: Generator }
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'api.ts'), generator.astToString(await generator.default(JSON.parse(source))))
  writeFileSync(join(folder, 'use.ts'), USE)
  const compiler = tools.resolve('typescript/lib/tsc.js')
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--allowImportingTsExtensions']
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, 'use.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})
