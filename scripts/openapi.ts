import { writeFileSync } from 'node:fs'
import type { Accounts } from '../src/accounts/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { type AppDeps, buildApp } from '../src/http/app.ts'
import { ownDocuments } from '../src/http/own-documents.ts'
import { silentLog } from '../src/kernel/log.ts'
import { version } from '../src/kernel/version.ts'
import type { Lookups } from '../src/services.ts'
import { isProgram } from './is-program.js'

const OPENAPI_FILE = new URL('../openapi.json', import.meta.url)

/** The OpenAPI document of the routes as they are; nothing behind them is opened. */
export const openApiText = async (): Promise<string> => {
  const deps: AppDeps = {
    accounts: { installationSecret: new Uint8Array(32) } as Accounts,
    lookups: {} as Lookups,
    certifier: {} as AppDeps['certifier'],
    batches: { requests: {} as AppDeps['batches']['requests'], uploads: { folder: '', mostBytes: 0 } },
    watch: {} as AppDeps['watch'],
    health: () => {
      throw new Error('nothing is asked here')
    },
    probes: { isReady: () => false },
    clock: limaClock(),
    log: silentLog(),
    load: { isOverloaded: () => false, loopDelayMs: () => 0, loopDelayP99Ms: () => 0, close: () => {} },
    corsOrigins: [],
    documents: ownDocuments(version),
  }
  const { app } = await buildApp(deps)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

if (isProgram(import.meta.url)) writeFileSync(OPENAPI_FILE, await openApiText())
