// Prepares Chasqui for a command: a recent Node, the packages, the compiled files. What is there already is only read.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, findBuild } from './builds.js'
import { makeOnce } from './lock.js'
import { arePackagesInstalled, installPackages } from './packages.js'
import { exitCodeOf, print, Refusal, SIGNALS } from './programs.js'
import { fetchNode, findNode, OLDEST_NODE } from './recent-node.js'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NOT_WRITABLE = /^E(?:ACCES|PERM|ROFS|NOSPC|DQUOT|NOTDIR|EXIST|BUSY|XDEV|IO)$/

/** An installed package has `dist` and no sources: there is nothing to install or compile. */
const isCheckout = () => existsSync(join(ROOT, 'src'))

/** Where things are made. Whoever installed a package may not be the one who runs it: the user's own folder takes Node then. */
const homes = () => {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
  const cache = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.cache'))
  const own = join(ROOT, '.runtime')
  return isCheckout() || !cache ? [own] : [own, join(cache, 'chasqui')]
}

/** The folder of the program when nothing is missing in it; reads only. */
const findProgram = (compiled) => {
  if (!isCheckout()) return join(ROOT, 'dist')
  const folder = compiled ? findBuild(ROOT, homes()[0]) : ROOT
  return folder && arePackagesInstalled(ROOT, compiled ? 'run' : 'develop') ? folder : null
}

/** Makes what is missing, or ends with one line that says why not; the Node to run with and the folder of the program. */
export const prepare = async ({ compiled }) => {
  const find = () => {
    const [node, folder] = [findNode(homes()), findProgram(compiled)]
    return node && folder ? { node, folder } : null
  }
  const stop = (signal) => process.exit(exitCodeOf(signal))
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await inFirstWritable((home) => makeOnce(home, find, () => make(home, compiled)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(error.message)
    return process.exit(1)
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

const inFirstWritable = async (work) => {
  let code
  for (const home of homes()) {
    try {
      return await work(home)
    } catch (error) {
      if (!NOT_WRITABLE.test(error.code)) throw error
      code = error.code
    }
  }
  const remedy = isCheckout()
    ? 'Ejecute «npm run build» con un usuario que pueda escribir'
    : `Instale Node ${OLDEST_NODE} o posterior`
  const places = homes().join(' ni en ')
  throw new Refusal(
    `Chasqui no está preparado y no se puede escribir en ${places} (${code}). ${remedy} y repita la orden.`,
  )
}

/** Node and packages are fetched at the same time. Both are waited for also when one fails: nothing is left running. */
const make = async (home, compiled) => {
  const node = findNode(homes()) ?? fetchNode(home)
  const packages = findProgram(compiled) ?? installPackages(ROOT, home, compiled ? 'build' : 'develop')
  const fetched = await Promise.allSettled([node, packages])
  for (const { reason } of fetched) if (reason) throw reason
  return { node: await node, folder: findProgram(compiled) ?? (await build(ROOT, home, await node)) }
}
