import { hostname } from 'node:os'
import type { Instance } from './store.ts'

/**
 * Those of the instances that still run, as far as this one can know: it can look for processes of its own machine only. A
 * wrong guess makes a request wait or be rejected; it never grants a unit twice.
 */
export const runningInstances = (instances: readonly Instance[]): Set<string> =>
  new Set(instances.filter(({ host, pid }) => host !== hostname() || isRunning(pid)).map(({ id }) => id))

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
