import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { docPrograms } from './doc-programs.ts'
import { startSandbox } from './sandbox-server.ts'

const sandbox = await startSandbox({ CHASQUI_ADMIN_PORT: '0' })
const folder = temporaryFolder()
const pages = docPrograms('recipes.md')
const [shown] = pages
const programs = pages.filter(({ language }) => language !== 'sh')

/** How a program of a language is written to a file and run, and what tells that the language is installed. */
const LANGUAGES: Record<string, { file: string; command: readonly string[]; probe: readonly string[] }> = {
  bash: { file: 'proveedores.sh', command: ['bash'], probe: ['curl', '--version'] },
  python: { file: 'proveedores.py', command: ['python3'], probe: ['python3', '--version'] },
  php: { file: 'proveedores.php', command: ['php'], probe: ['php', '--version'] },
  // A program of a few seconds starts sooner without the optimising compiler.
  java: {
    file: 'Proveedores.java',
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
    probe: ['java', '--version'],
  },
  csharp: { file: 'csharp/Program.cs', command: ['dotnet', 'run', '--project'], probe: ['dotnet', '--list-sdks'] },
}

const isInstalled = ([program = '', ...args]: readonly string[]): boolean => {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 && stdout !== ''
}

/** A project of the installed .NET around the program. */
const writeProject = (path: string): void => {
  const { stdout } = spawnSync('dotnet', ['--list-sdks'], { encoding: 'utf8' })
  const version = [...stdout.matchAll(/^(\d+\.\d+)\./gm)].at(-1)?.[1]
  const framework = `${Number.parseInt(version ?? '', 10) < 5 ? 'netcoreapp' : 'net'}${version}`
  writeFileSync(
    join(dirname(path), 'proveedores.csproj'),
    `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>${framework}</TargetFramework></PropertyGroup></Project>`,
  )
}

interface Ended {
  code: number | null
  out: string
  err: string
}

const run = (language: string, key: string, rucs: readonly string[]): Promise<Ended> => {
  const { file, command } = LANGUAGES[language] as (typeof LANGUAGES)[string]
  const [program = '', ...args] = command
  const target = language === 'csharp' ? [dirname(join(folder, file)), '--'] : [join(folder, file)]
  const env = { ...process.env, CHASQUI_URL: sandbox.url, CHASQUI_KEY: key, PYTHONIOENCODING: 'utf-8' }
  return new Promise((resolve) => {
    const child = execFile(program, [...args, ...target, ...rucs], { env, timeout: 120_000 }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

const SUPPLIERS = ['20000000125', '20000006786', '20000000124', '20000999998']

test('there is a recipe for each language', () => {
  assert.deepEqual(programs.map(({ language }) => language).sort(), Object.keys(LANGUAGES).sort())
  assert.ok(shown?.output?.includes(SUPPLIERS[0] as string))
})

for (const { language, code } of programs) {
  const { file, probe } = LANGUAGES[language] as (typeof LANGUAGES)[string]
  const skip = isInstalled(probe) ? false : `${probe[0]} is not installed`
  describe(`the recipe for ${language}`, { skip }, () => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
    if (language === 'csharp' && !skip) writeProject(join(folder, file))

    test('prints what the page shows, also when its key must wait', async () => {
      const slow = await sandbox.makeKey('--rate', '2', '--burst', '1')
      const { code, out, err } = await run(language, slow, SUPPLIERS)
      assert.deepEqual([out, code], [shown?.output, 0], err)
    })

    test('stops when the quota is spent, and at a wrong key', async () => {
      const spent = await run(language, await sandbox.makeKey('--quota', '1'), SUPPLIERS)
      assert.match(spent.out, /^CUOTA AGOTADA: se renueva en \d+ s$/m, spent.err)
      assert.equal(spent.code, 3)
      const refused = await run(language, 'chq_test_nada', SUPPLIERS)
      assert.deepEqual([refused.out, refused.code], ['', 2])
      assert.match(refused.err, /credencial/)
    })
  })
}

test('while the sources are away no recipe calls a supplier clear or missing', async () => {
  for (const source of ['taxauth-scraper', 'aggregator-a', 'aggregator-b']) await sandbox.breakSource(source, 'down')
  for (const { language } of programs.filter(({ language }) => isInstalled(LANGUAGES[language]?.probe ?? []))) {
    const { code, out, err } = await run(language, sandbox.key, ['20000999947', '20000000125'])
    assert.match(out, /^20000999947 NO REVISADO: .+\n20000000125 .+, sin sanciones\n$/, err)
    assert.equal(code, 1, language)
  }
})
