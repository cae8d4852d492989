// Which builds are in use, and which can go.
import { openSync, readdirSync, readlinkSync, renameSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { discard, discardLeftovers, oldOf } from './aside.js'

/** So many builds stay in any case: where processes cannot be looked up, one of them may be in use. */
const KEPT = 3

/** Shows until this process ends that it uses a build. Needs no permission to write, and nobody has to clean up. */
export const holdBuild = (folder) => {
  try {
    openSync(join(folder, '.stamp'))
  } catch {
    // A script of the project, or a package: nobody removes those.
  }
}

/** Removes builds that are neither among the newest nor in use. */
export const discardOldBuilds = (builds) => {
  const names = readdirSync(builds)
  for (const name of new Set(names.map((one) => one.split('.')[0]))) discardLeftovers(join(builds, name))
  const paths = names.filter((name) => !name.includes('.')).map((name) => join(builds, name))
  const newestFirst = paths.map((path) => [path, changedAt(path)]).sort(([, one], [, other]) => other - one)
  const old = newestFirst.slice(KEPT).map(([path]) => path)
  if (old.length === 0) return
  const open = openFilesIn(builds)
  for (const path of old) if (!open.some((file) => file.startsWith(`${path}${sep}`))) removeWhole(path)
}

/** Renamed first, so that nobody takes half of a build for a whole one. */
const removeWhole = (path) => {
  try {
    renameSync(path, oldOf(path))
    discard(oldOf(path))
  } catch {
    // Another command removes it.
  }
}

const changedAt = (path) => {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** The files of a folder that processes of this machine have open, as far as Linux shows them. */
const openFilesIn = (folder) =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`)))
    .filter((file) => file.startsWith(`${folder}${sep}`))

const namesIn = (folder) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const targetOf = (link) => {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}
