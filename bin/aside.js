// Folders that are made aside and then renamed, so that nobody ever sees half of one.
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './lock.js'

const LEFTOVER = /^(.+)\.(\d+)\.(?:new|old)$/
const ABANDONED_AFTER_MS = 3_600_000

/** Where this process makes the next `folder`. */
export const asideOf = (folder) => `${folder}.${process.pid}.new`

/** Where this process moves an old `folder` before it removes it. */
export const oldOf = (folder) => `${folder}.${process.pid}.old`

/** Puts the folder made aside in the place of `folder`. */
export const putInPlace = (folder) => {
  const old = oldOf(folder)
  try {
    renameSync(folder, old)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  renameSync(asideOf(folder), folder)
  discard(old)
}

export const discard = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Somebody still writes into it; whoever prepares next tries again.
  }
}

/** Removes what interrupted preparations of `folder` left. */
export const discardLeftovers = (folder) => {
  const parent = dirname(folder)
  for (const name of readdirSync(parent)) {
    const [, of, pid] = LEFTOVER.exec(name) ?? []
    if (of !== basename(folder)) continue
    const path = join(parent, name)
    if (Number(pid) === process.pid || !isAlive(Number(pid)) || isOld(path)) discard(path)
  }
}

const isOld = (path) => {
  try {
    return Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS
  } catch {
    return false
  }
}
