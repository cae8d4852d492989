import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, globSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { closeAfterTests, temporaryFolder } from '../helpers/cleanup.ts'
import { freePort } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOBODY = 65_534
const LIMIT_MS = 400_000
const isRoot = process.getuid?.() === 0
const whenDone = closeAfterTests()
const image = temporaryFolder(whenDone)
chmodSync(image, 0o755)
const stages = { build: join(image, 'build'), final: join(image, 'final') }

const instructions = readFileSync(join(ROOT, 'Containerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))

const ignored = readFileSync(join(ROOT, '.containerignore'), 'utf8').trim().split('\n')
const isIgnored = (path: string): boolean => {
  const [top = ''] = relative(ROOT, path).split('/')
  return ignored.some((name) => (name.endsWith('.*') ? top.startsWith(name.slice(0, -1)) : top === name))
}

/** Variables of the npm that runs the tests are not meant for another one. */
const environment = (): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(?!npm_|CHASQUI_|NODE_)|^npm_config_(?:registry|cache|userconfig)$/.test(name),
  )
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  return { ...Object.fromEntries(kept), PATH: path, npm_config_prefer_offline: 'true' }
}

/** Runs the steps of the Containerfile, each stage in an empty folder in place of its root. */
const runSteps = (): void => {
  let root = ''
  let workdir = ''
  for (const { name, rest } of instructions) {
    if (name === 'FROM') root = rest.endsWith('AS build') ? stages.build : stages.final
    if (name === 'WORKDIR') workdir = join(root, rest)
    if (name === 'WORKDIR') mkdirSync(workdir, { recursive: true })
    if (name === 'COPY') copy(rest, workdir)
    if (name === 'RUN') runStep(rest, root, workdir)
  }
}

const copy = (rest: string, workdir: string): void => {
  if (rest === '. .') return cpSync(ROOT, workdir, { recursive: true, filter: (path) => !isIgnored(path) })
  const words = rest.replace('--from=build ', '').split(' ')
  const to = join(workdir, words.pop() as string)
  for (const from of words) {
    const isInto = rest.endsWith('/')
    cpSync(join(stages.build, from), isInto ? join(to, basename(from)) : to, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

const runStep = (command: string, root: string, cwd: string): void => {
  // Only root may give a folder away.
  const owned = isRoot ? command.replaceAll('65532', String(NOBODY)) : command.replace(/ && chown.*/, '')
  const script = owned.replaceAll(/ (\/data|\/editions)\b/g, ` ${root}$1`)
  const { status, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    env: environment(),
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  assert.equal(status, 0, `${command}: ${stderr}`)
}

/** Takes the right to write from everything in a folder, and gives it back at the end so that it can be erased. */
const makeReadOnly = (folder: string): void => {
  const paths = ['.', ...globSync('**', { cwd: folder })].map((path) => join(folder, path))
  const entries = paths.filter((path) => !lstatSync(path).isSymbolicLink())
  const setWritable = (writable: boolean) => {
    for (const path of entries) {
      const { mode } = lstatSync(path)
      chmodSync(path, writable ? mode | 0o200 : (mode & ~0o222) | 0o444)
    }
  }
  setWritable(false)
  whenDone(() => setWritable(true))
}

const stateOf = (folder: string): string =>
  globSync('**', { cwd: folder })
    .map((path) => `${path} ${lstatSync(join(folder, path)).mtimeMs}`)
    .join('\n')

test('the steps of the Containerfile make a program that runs read-only and as another user', async () => {
  runSteps()
  const app = join(stages.final, 'app')
  const data = join(stages.final, 'data')
  assert.deepEqual(
    globSync('*', { cwd: app }).filter((name) => ['src', 'test', 'bench'].includes(name)),
    [],
  )
  assert.ok(!globSync('node_modules/*', { cwd: app }).includes('node_modules/typescript'), 'only what runs')
  makeReadOnly(app)
  const before = stateOf(app)
  // The Node at hand may be in a folder that is closed to others.
  const node = join(image, 'node')
  cpSync(process.execPath, node)
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    NODE_ENV: 'production',
    CHASQUI_PORT: port,
    CHASQUI_DATA_DIR: data,
  }
  const options = { cwd: app, env: { ...env, CHASQUI_REFRESH: 'off' }, ...user }
  const command = join(app, 'bin', 'chasqui.js')
  assert.match(execFileSync(node, [command, '--version'], { ...options, encoding: 'utf8' }), /^\d+\.\d+\.\d+\n$/)
  const child = spawn(node, [command, 'serve'], { ...options, stdio: 'ignore' })
  after(() => void child.kill('SIGKILL'))
  const check = JSON.parse(
    /CMD (\[.*\])$/.exec(instructions.find(({ name }) => name === 'HEALTHCHECK')?.rest ?? '')?.[1] ?? '[]',
  )
  assert.equal(check[0], 'node')
  await until(async () => spawnSync(node, check.slice(1), options).status === 0)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
  assert.notEqual(spawnSync(node, check.slice(1), options).status, 0)
  assert.equal(stateOf(app), before)
})

test('the image runs as another user, without a shell in between', () => {
  const last = (name: string) => instructions.findLast((one) => one.name === name)?.rest ?? ''
  assert.match(last('USER'), /^[1-9]\d+:[1-9]\d+$/)
  assert.match(last('ENTRYPOINT'), /^\["node"/)
  assert.equal(instructions.filter(({ name }) => name === 'FROM').length, 2)
})
