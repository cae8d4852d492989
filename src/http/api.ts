import type { FastifyInstance } from 'fastify'
import type { RequestAccounts } from '../accounts/index.ts'
import type { Certifier } from '../certificates/certifier.ts'
import type { LimaClock } from '../domain/lima-time.ts'
import type { Health } from '../domain/records.ts'
import { whenReady } from '../kernel/when-ready.ts'
import type { Lookups } from '../services.ts'
import type { WatchRequests } from '../watch/watch.ts'
import type { WebhookRequests } from '../watch/webhooks/webhooks.ts'
import { certificateAdder } from './reply/certificate.ts'
import { etagAdder, keyedEtag } from './reply/etag.ts'
import type { ShowLimits } from './reply/limit-headers.ts'
import { presenter } from './reply/present.ts'
import { writtenAnswers } from './reply/written-answers.ts'
import { authenticate, checkScope } from './request/authenticate.ts'
import { askCertificate } from './request/certificate.ts'
import { asHook } from './request/check.ts'
import type { InFlight } from './request/in-flight.ts'
import { checkQuery, presenceValidator } from './request/query.ts'
import { reservePrice, settleUnits } from './request/quota.ts'
import { checkRate, countRequest } from './request/rate-limit.ts'
import { type Load, shedLoad } from './request/shed-load.ts'
import type { RequestBatches } from './request/upload.ts'
import { lookupRoutes, typed } from './route.ts'
import { webhookRoutes } from './routes/avisos.ts'
import { healthRoute } from './routes/health.ts'
import { reportRoute } from './routes/informe.ts'
import { lotesRoutes } from './routes/lotes.ts'
import { usoRoute } from './routes/uso.ts'
import { watchRoutes } from './routes/vigilancia.ts'

export interface ApiDeps {
  accounts: RequestAccounts
  lookups: Lookups
  certifier: Certifier
  batches: RequestBatches
  watch: WatchRequests & WebhookRequests
  health: () => Health | Promise<Health>
  clock: LimaClock
  load: Load
  inFlight: InFlight
  /** HTTP threads of the process; one unless said. */
  threads?: number
}

/** Everything below `/api`: the hooks around a lookup, in the order they run, and the endpoints. */
export const registerApi = async (api: FastifyInstance, deps: ApiDeps, showLimits: ShowLimits): Promise<void> => {
  const { accounts, inFlight, load } = deps
  const written = writtenAnswers(deps.threads)
  const addEtag = etagAdder(keyedEtag(accounts.installationSecret), written)
  const addCertificate = certificateAdder(deps.certifier)

  api.addHook('onRequest', (request, _reply, done) => {
    request.call.isUndecided = true
    done()
  })
  api.addHook('onRequest', asHook(authenticate(accounts)))
  // Counted before anything else is refused, so that every answer to a good key shows its rate.
  api.addHook('onRequest', asHook(countRequest(accounts)))
  api.addHook('onRequest', asHook(shedLoad(load)))
  api.addHook('onRequest', asHook(checkRate))
  api.addHook('onRequest', asHook(checkScope))
  api.addHook('preValidation', asHook(checkQuery))
  api.setValidatorCompiler(presenceValidator)

  api.addHook('onSend', (request, reply, payload, done) => {
    const body = addEtag(request, reply, addCertificate(request, reply, payload))
    settleUnits(request.call, reply.statusCode)
    inFlight.decided(reply)
    void whenReady(showLimits(request.call, reply), () => done(null, body), done)
  })

  const present = presenter(deps.clock, written)
  await api.register(async (metered) => {
    metered.addHook('preValidation', asHook(askCertificate(deps.clock)))
    metered.addHook('preHandler', asHook(reservePrice(accounts)))
    lookupRoutes(metered, deps.lookups, present)
  })
  await api.register(async (files) => lotesRoutes(files, deps))
  await api.register(async (watched) => {
    watchRoutes(watched, deps)
    webhookRoutes(watched, deps.watch)
    reportRoute(watched, deps)
  })
  healthRoute(typed(api), deps.health)
  usoRoute(typed(api), deps)
}
