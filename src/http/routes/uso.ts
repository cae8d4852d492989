import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Usage } from '../../domain/records.ts'
import { monthParameter } from '../../endpoints/shared/parameters.ts'
import { Failure } from '../../kernel/errors.ts'
import { Type } from '../../kernel/schema.ts'
import { monthInput } from '../../lookups/shared/input.ts'
import { SERVICE_TAG } from '../openapi/about.ts'
import type { EndpointFacts } from '../openapi/document-types.ts'
import type { typed } from '../route.ts'

const FACTS: EndpointFacts = {
  isLookup: false,
  isForEveryKey: true,
  failures: ['invalid-input'],
  rules: { enOrden: ['mes', 'hoy'] },
}

interface UsageDeps {
  accounts: Pick<RequestAccounts, 'usageOf'>
  clock: LimaClock
}

/** `/api/uso`: what the caller's account used in a month. Every key may ask it, and it costs no quota. */
export const usoRoute = (app: ReturnType<typeof typed>, { accounts, clock }: UsageDeps): void => {
  app.get(
    '/uso',
    {
      schema: {
        operationId: 'uso',
        tags: [SERVICE_TAG],
        summary: 'Cuota y consumo de la cuenta en un mes',
        description:
          'Dice cuántas unidades usó la cuenta de la clave en un mes, por consulta, y cuántas quedan. Cuenta también las demás claves de la cuenta. Necesita una ' +
          'clave, cualquiera que sea su alcance, y no cuesta cuota.',
        querystring: Type.Object({
          mes: Type.Optional(monthParameter('Mes AAAA-MM, el actual o uno anterior; el actual en Lima si se omite')),
        }),
        response: { 200: Type.Object({ ok: Type.Literal(true), data: Usage }, { description: 'Respuesta' }) },
        ...{ 'x-endpoint': FACTS },
      },
      config: { endpoint: 'uso', parameters: ['mes'] },
    },
    async ({ query, call }, reply) => {
      const today = clock.limaDate().slice(0, 7)
      const mes = monthInput('mes', query.mes) ?? today
      if (mes > today) throw new Failure('invalid-input', 'mes debe ser el actual o uno anterior', { campo: 'mes' })
      const { accountId, name, quota, used, usage } = await accounts.usageOf(call.holder as KeyHolder, mes)
      reply.header('cache-control', 'no-store')
      const cuota = { limite: quota, usadas: used, disponibles: Math.max(0, quota - used), renueva: monthAfter(mes) }
      const cuenta = { id: accountId, nombre: name }
      const { persona } = call.holder as KeyHolder
      const data = { cuenta, ...(persona !== null && { persona }), mes, cuota, consumo: byEndpoint(usage) }
      return { ok: true as const, data }
    },
  )
}

const byEndpoint = (counts: readonly { endpoint: string; charged: number }[]): Usage['consumo'] => {
  const units = new Map<string, number>()
  for (const { endpoint, charged } of counts) units.set(endpoint, (units.get(endpoint) ?? 0) + charged)
  return [...units]
    .map(([endpoint, unidades]) => ({ endpoint, unidades }))
    .sort((a, b) => b.unidades - a.unidades || (a.endpoint < b.endpoint ? -1 : 1))
}

const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}
