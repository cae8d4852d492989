import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Service } from './service.ts'

/** What is read of the server every few seconds. */
export interface Sample {
  rssMb: number
  /** Of the main thread. */
  heapMb: number
  handles: number
  /** Of the slowest HTTP thread. */
  loopP99Ms: number
  threads: number
  /** The publisher's date of the register in service. */
  edition: number
  load: number
}

export const sampleService = async ({ pid, admin }: Pick<Service, 'pid' | 'admin'>): Promise<Sample> => {
  const metrics = await (await fetch(`${admin}/metrics`)).text()
  const values = (name: string): number[] =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value))
  const edition = /^chasqui_dataset_edition_timestamp_seconds\{dataset="padron"\} (\S+)$/m.exec(metrics)?.[1]
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    heapMb: (values('nodejs_heap_size_used_bytes')[0] ?? 0) / 2 ** 20,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    loopP99Ms: Math.max(...values('chasqui_thread_event_loop_delay_p99_seconds')) * 1000,
    threads: values('chasqui_http_threads')[0] ?? 0,
    edition: Number(edition),
    load: loadavg()[0] as number,
  }
}
