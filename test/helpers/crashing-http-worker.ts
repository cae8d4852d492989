import { workerData } from 'node:worker_threads'
import '../../src/http/threads/http-worker.ts'

/** An HTTP thread that breaks when its number is broadcast. */
const channel = new BroadcastChannel('crash')
channel.unref()
channel.onmessage = (message: unknown) => {
  if ((message as { data: unknown }).data !== (workerData as { thread: number }).thread) return
  setImmediate(() => {
    throw new Error('crashed')
  })
}
