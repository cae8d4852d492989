import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../../../kernel/errors.ts'
import { errorFacts } from '../../../kernel/log.ts'
import type { BuildOrder, BuildReply } from './build-thread.ts'
import { RegisterBuilder } from './builder.ts'

// One thread reads the text and builds the edition, so that a server beside it keeps answering.
const reply = (message: BuildReply): void => parentPort?.postMessage(message)

const builder = new RegisterBuilder((workerData as { dir: string }).dir, (phase, done, total) =>
  reply({ kind: 'progress', phase, done, ...(total === undefined ? {} : { total }) }),
)

parentPort?.on('message', async (order: BuildOrder) => {
  try {
    if (order.kind === 'parse') reply({ kind: 'parsed', parsed: await builder.parse(order.path) })
    else reply({ kind: 'built', built: await builder.build(order.typesPath) })
  } catch (error) {
    if (error instanceof Failure)
      reply({ kind: 'failed', failure: error.kind, mensaje: error.message, detail: error.detail })
    else reply({ kind: 'failed', failure: null, mensaje: 'the build broke', detail: JSON.stringify(errorFacts(error)) })
  }
})
