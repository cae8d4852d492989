import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Names a process that works on jobs, so that another one of the same machine can tell whether it still runs. */
export const newInstanceId = (): string => `${hostname()}:${process.pid}:${randomUUID()}`

/** True when the process of this id is known to have ended: it ran on this machine, and is not there any more. */
export const hasEnded = (instanceId: string): boolean => {
  const [, host, pid] = /^(.*):([0-9]+):[0-9a-f-]+$/.exec(instanceId) ?? []
  if (host !== hostname() || pid === undefined) return false
  // Asked before this process has taken a job: one with its number ran before it.
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
