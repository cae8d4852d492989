// Lets one process make what several need. The lock is a folder that its owner touches every second: it needs no clean-up after a
// kill, and holds between containers and machines that share a disk. A process that was suspended loses its lock and its work.
import { mkdirSync, rmSync, statSync, utimes } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeLeftovers } from './aside.js'
import { print } from './programs.js'

const BEAT_MS = 1000
const DEAD_AFTER_MS = 4000
const POLL_MS = 100

/** What `find` finds, else what one process makes in `home`: the others wait and find it then. */
export const makeOnce = async (home, find, make) => {
  const lock = join(home, 'lock')
  for (;;) {
    const found = find()
    if (found) return found
    if (take(lock)) break
    await untilFree(lock)
  }
  const beat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), BEAT_MS)
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    await removeLeftovers(home)
    return find() ?? (await make())
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

const take = (lock) => {
  mkdirSync(dirname(lock), { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Until it is given back, or nobody has touched it for long, whatever it is. */
const untilFree = async (lock) => {
  print(`Esperando a que otra orden termine de preparar ${dirname(lock)}…`)
  for (let [seenMs, seenAt] = [0, 0]; ; await sleep(POLL_MS)) {
    const touchedMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (touchedMs === undefined) return
    if (touchedMs !== seenMs) [seenMs, seenAt] = [touchedMs, performance.now()]
    if (performance.now() - seenAt > DEAD_AFTER_MS) return rmSync(lock, { recursive: true, force: true })
  }
}
