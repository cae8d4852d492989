// A lock that dies with its owner: a file that its owner touches every second. It needs no clean-up after a kill, and holds between
// containers that share a folder, where process numbers mean nothing. What it protects must survive two owners: a process that was
// suspended longer than DEAD_AFTER_MS loses its lock without knowing.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1000
const DEAD_AFTER_MS = 5000
/** A file that names no owner is foreign, unless it was made this moment and is still empty. */
const FOREIGN_AFTER_MS = 1000
/** One that we may not read can have a live owner, who shows by touching it: more than two beats must be missed. */
const UNREADABLE_AFTER_MS = 2500
const POLL_MS = 100

/** Takes the lock and returns its release, or null while somebody else has it. Throws when the folder cannot be written. */
export const takeLock = (file) => {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  try {
    writeFileSync(file, own, { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'EISDIR') return null
    throw error
  }
  const beat = setInterval(() => touch(file), BEAT_MS)
  return () => {
    clearInterval(beat)
    if (textOf(file) === own) rmSync(file, { force: true })
  }
}

/** Resolves when the lock is free: given back, or taken from an owner that is gone. `onWait` hears of the owner now and then. */
export const untilFree = async (file, onWait) => {
  let seen
  let since = 0
  for (;;) {
    const state = stateOf(file)
    if (!state) return
    if (state.version !== seen) {
      seen = state.version
      since = Date.now()
    }
    const owner = ownerIn(state.text)
    const limitMs = owner ? DEAD_AFTER_MS : state.text === null ? UNREADABLE_AFTER_MS : FOREIGN_AFTER_MS
    if (isGone(owner) || Date.now() - since > limitMs) return removeLock(file, state)
    onWait(owner?.pid)
    await sleep(POLL_MS)
  }
}

const touch = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody removed it; the work goes on, see the top of this file.
  }
}

const stateOf = (file) => {
  try {
    const { mtimeMs, ino } = statSync(file)
    const text = textOf(file)
    return { text, version: `${ino} ${mtimeMs} ${text}` }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Null when it may not be read. */
const textOf = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return error.code === 'EACCES' ? null : ''
  }
}

const ownerIn = (text) => {
  try {
    const owner = JSON.parse(text)
    return typeof owner?.id === 'string' && Number.isInteger(owner.pid) ? owner : null
  } catch {
    return null
  }
}

/** Known to be gone; a process that cannot be looked up shows by its silence. */
const isGone = (owner) => {
  if (owner?.host !== hostname()) return false
  // In a container every start has the same number: the owner was an earlier process.
  return owner.pid === process.pid || !isAlive(owner.pid)
}

export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Renamed first, so that of several who find it dead only one removes it; a new owner's lock is left alone. */
const removeLock = (file, { text }) => {
  if (textOf(file) !== text) return
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
