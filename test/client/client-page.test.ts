import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../engines/chromium.ts'
import { serveLoopback } from '../helpers/loopback.ts'
import { docPrograms } from './doc-programs.ts'
import { installClient } from './packed-client.ts'
import { startSandbox } from './sandbox-server.ts'

const installed = installClient()
const all = docPrograms('client.md')
const programs = all.filter(({ language }) => language === 'ts').map((one, at) => ({ ...one, file: `recipe-${at}.ts` }))
for (const { file, code } of programs) installed.put(file, code)

const page = all.find(({ language }) => language === 'html')?.code ?? ''
const pages = await serveLoopback(({ path }) => {
  if (path.startsWith('/page')) return { body: page }
  if (!path.startsWith('/chasqui/')) return { status: 404, body: '' }
  const file = join(installed.folder, 'node_modules/chasqui/dist/src/client', path.slice('/chasqui/'.length))
  return { headers: { 'content-type': 'text/javascript' }, body: readFileSync(file) }
})
test.after(() => pages[Symbol.asyncDispose]())

const sandbox = await startSandbox({ CHASQUI_CORS_ORIGINS: pages.origin })

test('every program of docs/client.md compiles for a strict caller', () => {
  const typeRoots = [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))]
  const options = {
    module: 'nodenext',
    types: ['node'],
    typeRoots,
    skipLibCheck: true,
    noPropertyAccessFromIndexSignature: false,
  }
  assert.equal(
    installed.compile(
      { ...options, lib: ['es2024'], target: 'es2024' },
      programs.map(({ file }) => file),
    ),
    '',
  )
})

for (const { file, code, output } of programs) {
  test(`docs/client.md: the program "${code.split('\n').at(-2)}" prints what the page shows`, async () => {
    assert.ok(output, 'the page shows its output')
    const env = { ...process.env, CHASQUI_URL: sandbox.url, CHASQUI_KEY: sandbox.key }
    const printed = await new Promise((resolve, reject) => {
      execFile(process.execPath, [file], { cwd: installed.folder, env, timeout: 60_000 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      )
    })
    assert.equal(printed, output)
  })
}

test('the page of docs/client.md shows a name, and a sentence for a number that cannot exist', async (context) => {
  const browser = await openBrowser()
  context.after(() => browser.close())
  const tab = await browser.newPage()
  await tab.goto(`${pages.origin}/page.html#${new URLSearchParams({ url: sandbox.url, key: sandbox.key })}`)
  await tab.waitForFunction("document.querySelector('#nombre').value === 'COMERCIAL EJEMPLO - LIMA S.A.C.'")
  await tab.fill('#ruc', '20000000124')
  await tab.dispatchEvent('#ruc', 'change')
  await tab.waitForFunction("document.querySelector('#nombre').value.startsWith('El dígito verificador')")
})
