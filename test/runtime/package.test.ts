import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { codeIn, docRows } from '../helpers/doc-tables.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { type CommandResult, startServer } from '../helpers/server.ts'
import { installPackage } from './installed-package.ts'

const SETTINGS = { CHASQUI_TODAY: SANDBOX_TODAY, NO_COLOR: '1' }
const installed = installPackage()
const checkoutData = sandboxData()
const before = installed.state()

// Compiled code is kept where the user may write, not in the package.
const NODE_COMPILE_CACHE = join(installed.work, 'compiled')
const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', NODE_COMPILE_CACHE, ...SETTINGS }
const script = join(installed.folder, 'bin', 'chasqui.js')
const options = { cwd: installed.work, env: environment, ...installed.user }

const inPackage = (...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = execFile(installed.command, [script, ...args], { ...options, timeout: 60_000 }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })

const inCheckout = (...args: string[]): Promise<CommandResult> =>
  runInProcess({ ...SETTINGS, CHASQUI_DATA_DIR: checkoutData }, ...args)

/** Without moments and random parts, which differ from run to run. */
const comparable = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
    .replaceAll(/chq_test_\w+/g, 'a key')
    .replaceAll(/"(id|account)": ?"\w+"/g, '"$1":"…"')

/** Every command is the same compiled code: these take what only a package can lack, such as data, pages and packages. */
const COMMANDS = [
  ['ruc', '20000000125', '--sandbox', '--json'],
  // Too new for the register: found on the pretend taxpayer page.
  ['ruc', '20000006000', '--proveedor', 'taxauth-scraper', '--sandbox', '--json'],
  ['aml', 'Tarquillo', 'Zenobio', '--detalle', '--sandbox', '--json'],
  ['keys', 'create', '--name', 'prueba', '--sandbox', '--json'],
  ['help'],
  ['--version'],
  ['nada'],
]

describe('an installed package, read-only and as another user', () => {
  test('has no tests, no benchmarks and nothing of the checkout but its program', () => {
    const files = globSync('**/*', { cwd: installed.folder })
    assert.deepEqual(
      files.filter((path) =>
        /\.test\.|(?:^|\/)(?:bench|test|src)\/|(?<!\.d)\.ts$/.test(path.replace('dist/src/', 'dist/')),
      ),
      [],
    )
    for (const path of [
      'openapi.json',
      'runtime/package-lock.json',
      'README.md',
      'LICENSE',
      'docs/operations.md',
      'dist/src/cli/main.js',
      'dist/console/index.html.br',
    ])
      assert.ok(files.includes(path), path)
  })

  test('imports no package that it does not bring', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8'))
    const imported = globSync('dist/{src,sandbox}/**/*.js', { cwd: installed.folder }).flatMap((path) => {
      const text = readFileSync(join(installed.folder, path), 'utf8')
      const names = [...text.matchAll(/^(?:import|export) .*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm)]
      return names.map(([, name, lazy]) => (name ?? lazy) as string)
    })
    const packages = new Set(
      imported.filter((name) => !isBuiltin(name)).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] as string),
    )
    assert.ok(packages.has('fastify'))
    assert.deepEqual(
      [...packages].filter((name) => !(name in dependencies)),
      [],
    )
  })

  for (const args of COMMANDS) {
    test(`chasqui ${args.join(' ')} answers as the checkout does`, async () => {
      const [own, other] = await Promise.all([inCheckout(...args), inPackage(...args)])
      assert.deepEqual([other.code, comparable(other.out)], [own.code, comparable(own.out)], other.err)
      assert.equal(comparable(other.err), comparable(own.err))
    })
  }

  test('every question of docs/sandbox.md is answered as by the checkout', async () => {
    const [own, other] = await Promise.all([serveCheckout(), servePackage()])
    const questions = docRows('sandbox.md').flatMap(([question, status]) =>
      ['200', '400', '404'].includes(status ?? '') ? codeIn(question).filter((code) => code.startsWith('/api/')) : [],
    )
    assert.ok(questions.length > 30)
    for (const question of [...questions, '/openapi.json', '/docs/', '/healthz', '/readyz'])
      assert.deepEqual(await other.ask(question), await own.ask(question), question)
  })

  test('has written nothing into its folder', () => {
    assert.equal(installed.state(), before)
  })
})

interface Asked {
  ask(question: string): Promise<{ status: number; body: string }>
}

const asking = (url: string, key: string): Asked => ({
  ask: async (question) => {
    const reply = await fetch(`${url}${encodeURI(question)}`, { headers: { authorization: key } })
    return { status: reply.status, body: comparable(await reply.text()).replaceAll(url, 'the server') }
  },
})

const keyIn = (text: string): string => /chq_test_\w+/.exec(text)?.[0] as string

const serveCheckout = async (): Promise<Asked> => {
  // Both make their lists now: answers name their age.
  const server = await startServer({ ...SETTINGS, CHASQUI_DATA_DIR: temporaryFolder() }, ['serve', '--sandbox'])
  return asking(server.url, keyIn(server.output()))
}

const servePackage = async (): Promise<Asked> => {
  const env = { ...environment, CHASQUI_PORT: '0', CHASQUI_REFRESH: 'off' }
  const child = spawn(installed.command, [script, 'serve', '--sandbox'], { ...options, env })
  let printed = ''
  const url = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk
      const found = /atiende en (http:\/\/[\d.]+:\d+)/.exec(printed)?.[1]
      if (found && keyIn(printed)) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
  })
  after(async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
  return asking(await url, keyIn(printed))
}
