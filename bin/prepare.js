// Prepares Chasqui for a command: a recent Node, the packages, the compiled files. What is there already is only read.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, findBuild } from './build.js'
import { buildConsole, findConsole } from './build-console.js'
import { fetchNode, findNode, isRecent, OLDEST_NODE, userFolder } from './fetched-node.js'
import { takeLock, untilFree } from './lock.js'
import { arePackagesInstalled, installPackages, linkCommand } from './packages.js'
import { isNotWritable, print, Refusal } from './report.js'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORK_FOLDER = join(ROOT, '.runtime')
const TELL_AFTER_MS = 2000
const WAIT_LIMIT_MS = 600_000

/** An installed package has `dist` and no sources: there is nothing to install or compile. */
export const isCheckout = () => existsSync(join(ROOT, 'src'))

/** What is still to do before a command can run; reads only. */
const missing = ({ compiled }) => {
  const node = nodeAtHand()
  if (!isCheckout()) return { node, folder: join(ROOT, 'dist') }
  const folder = compiled ? findBuild(ROOT) : findConsole(ROOT) && ROOT
  const use = compiled ? (folder ? 'run' : 'build') : 'develop'
  return { node, folder, use, needsPackages: !arePackagesInstalled(ROOT, use) }
}

const nodeFolders = () => [WORK_FOLDER, userFolder()].filter(Boolean)

const nodeAtHand = () => (isRecent(process.versions.node) ? process.execPath : findNode(nodeFolders()))

const isDone = ({ node, folder, needsPackages }) => node && folder && !needsPackages

/** Installs and compiles what is missing, and returns the Node to run with and the folder of the program. */
export const prepare = async (options) => {
  const todo = missing(options)
  if (isDone(todo)) {
    if (isCheckout()) linkCommand(ROOT)
    return todo
  }
  return isCheckout() ? prepareCheckout(options) : fetchForPackage(options)
}

const prepareCheckout = async (options) => {
  try {
    return await oneAtATime(WORK_FOLDER, options)
  } catch (error) {
    if (!isNotWritable(error)) throw error
    throw new Refusal(
      `Chasqui no está preparado y no se puede escribir en ${ROOT} (${error.code}). ` +
        'Ejecute allí «npm run build» con un usuario que pueda escribir y repita la orden.',
    )
  }
}

/** Whoever installed a package may not be the one who runs it: then the user's own folder takes the fetched Node. */
const fetchForPackage = async (options) => {
  for (const folder of nodeFolders()) {
    try {
      return await oneAtATime(folder, options)
    } catch (error) {
      if (!isNotWritable(error)) throw error
    }
  }
  throw new Refusal(
    `Chasqui necesita Node ${OLDEST_NODE} o posterior y no puede guardarlo en ${nodeFolders().join(' ni en ')}. ` +
      'Instálelo y repita la orden.',
  )
}

/** One command prepares, the others wait for it. */
const oneAtATime = async (folder, options) => {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'lock')
  const onWait = tellWait()
  for (;;) {
    const release = takeLock(lock)
    if (!release) {
      await untilFree(lock, onWait)
      const todo = missing(options)
      if (isDone(todo)) return todo
      continue
    }
    process.once('exit', release)
    try {
      return await doMissing(folder, missing(options))
    } finally {
      process.off('exit', release)
      release()
    }
  }
}

/** Node is fetched while the rest is made: the compiler runs under the old one too. */
const doMissing = async (workFolder, { node, folder, use, needsPackages }) => {
  const recent = Promise.resolve(node ?? fetchNode(workFolder))
  const program = async () => {
    if (needsPackages) await installPackages(ROOT, workFolder, use)
    if (folder || use !== 'develop') return folder ?? (await build(ROOT, recent))
    await buildConsole(ROOT, recent)
    return ROOT
  }
  const [fetched, made] = await Promise.allSettled([recent, program()])
  for (const { reason } of [fetched, made]) if (reason) throw reason
  return { node: fetched.value, folder: made.value }
}

const tellWait = () => {
  const since = Date.now()
  let told = false
  return (pid) => {
    const waitedMs = Date.now() - since
    if (waitedMs > WAIT_LIMIT_MS)
      throw new Refusal(
        `Otra orden prepara ${ROOT} desde hace más de ${WAIT_LIMIT_MS / 60_000} minutos. Repita la orden.`,
      )
    if (told || waitedMs < TELL_AFTER_MS) return
    told = true
    print(`Esperando a que otra orden${pid ? ` (proceso ${pid})` : ''} termine de preparar Chasqui en ${ROOT}…`)
  }
}
