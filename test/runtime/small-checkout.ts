// A checkout of one file with the real `bin`, an npm that needs no registry and a compiler that copies.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRETEND_NPM = fileURLToPath(new URL('./pretend-npm.js', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface RunOptions {
  env?: Record<string, string>
  /** Code that runs in the process before the command. */
  before?: string
  uid?: number
  node?: string
}

export interface SmallCheckout {
  root: string
  start(options?: RunOptions): { child: ChildProcess; ended: Promise<Ended> }
  run(options?: RunOptions): Promise<Ended>
  /** What npm and the compiler were asked to do so far. */
  calls(): string[]
  /** Changes the sources, so that the next command compiles. */
  edit(answer: string): void
}

const MANIFEST = { name: 'small', version: '1.0.0', type: 'module', devDependencies: { typescript: '1.0.0' } }
const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': MANIFEST,
    'node_modules/typescript': { version: '1.0.0', integrity: 'sha512-x', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', integrity: 'sha512-y', optional: true, os: 'elsewhere' },
  },
}

/** Prints its answer; when asked to wait, as it then stands in its own file. */
const program = (answer: string): string => `
  import { existsSync, readFileSync } from 'node:fs'
  const file = process.env.READS_ITSELF_AFTER
  if (file) console.log('waits')
  while (file && !existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20))
  const [, answer] = /answer: (\\w+)/.exec(readFileSync(new URL(import.meta.url), 'utf8')) // answer: ${answer}
  console.log(answer, process.argv.slice(2).join())`

/** Says how many builds there are when it begins. */
const COMPILER = `
  import fs from 'node:fs'
  const [, , out] = process.argv
  const builds = fs.existsSync('.runtime/builds') ? fs.readdirSync('.runtime/builds').length : 0
  fs.appendFileSync(process.env.CALLS, 'compiler, builds: ' + builds + '\\n')
  fs.mkdirSync(out + '/src/cli', { recursive: true })
  if (process.env.COMPILER === 'fails') process.exit(2)
  fs.copyFileSync('src/cli/main.ts', out + '/src/cli/main.js')
  fs.writeFileSync(out + '/package.json', '{"type":"module"}')`

export const smallCheckout = (): SmallCheckout => {
  const folder = temporaryFolder()
  const root = join(folder, 'a checkout')
  const tools = join(folder, 'tools')
  const callsFile = join(folder, 'calls')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const edit = (answer: string): void => put('src/cli/main.ts', program(answer))
  for (const name of ['bin', 'runtime']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  put('package.json', JSON.stringify(MANIFEST))
  put('package-lock.json', JSON.stringify(LOCK))
  for (const name of ['tsconfig.json', 'tsconfig.build.json', 'tsconfig.client.json', 'sandbox/a.ts', 'console/a.ts'])
    put(name, '{}')
  put('scripts/compile.js', COMPILER)
  edit('first')
  mkdirSync(tools)
  writeFileSync(join(tools, 'npm'), `#!${process.execPath}\n${readFileSync(PRETEND_NPM, 'utf8')}`)
  writeFileSync(callsFile, '')
  for (const path of [folder, join(tools, 'npm')]) chmodSync(path, 0o755)

  const start = ({ env = {}, before, uid, node = process.execPath }: RunOptions = {}) => {
    const preload = before ? ['--import', `data:text/javascript,${encodeURIComponent(before)}`] : []
    const child = spawn(node, [...preload, join(root, 'bin', 'chasqui.js'), 'ruc', '1'], {
      cwd: '/',
      env: { PATH: `${tools}:${dirname(node)}:/usr/bin:/bin`, HOME: join(folder, 'home'), CALLS: callsFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
      killSignal: 'SIGKILL',
      ...(uid !== undefined && { uid, gid: uid }),
    })
    const ended = new Promise<Ended>((resolve, reject) => {
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk) => void (out += chunk))
      child.stderr.on('data', (chunk) => void (err += chunk))
      child.once('error', reject)
      // Not `close`: a program that outlives a killed command keeps its streams open.
      child.once('exit', (code) => setImmediate(() => resolve({ code, out, err })))
    })
    return { child, ended }
  }
  const calls = (): string[] => readFileSync(callsFile, 'utf8').split('\n').filter(Boolean)
  return { root, start, run: (options) => start(options).ended, calls, edit }
}

/** A Node that another user can run: the one at hand may be in a folder that is closed to others. */
export const nodeForAnybody = (): string => {
  if (process.getuid?.() !== 0) return process.execPath
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  cpSync(process.execPath, join(folder, 'node'))
  return join(folder, 'node')
}
