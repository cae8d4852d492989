import { Health } from '../../domain/records.ts'
import type { AskedEndpoint as EndpointParameters } from '../../endpoints/shared/used-parameters.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { ToolEndpoint } from '../../mcp/endpoint-schemas.ts'
import type { Lookups } from '../../services.ts'
import { ROUTES } from '../api.ts'
import type { Route } from '../route.ts'

type Query = Record<string, string>

/** An endpoint with the lookup that answers it. */
export interface AskedEndpoint extends ToolEndpoint, Omit<EndpointParameters, 'parameters'> {
  /** As scopes, quota and usage know it. */
  name: string
  lookup(query: Query): Answer<unknown> | Promise<Answer<unknown>>
}

interface RouteOptions {
  config: { about: Omit<AskedEndpoint, 'path' | 'lookup'> }
}

/** `/api/health` has no lookup. */
export const HEALTH_ENDPOINT: ToolEndpoint = {
  path: 'health',
  query: {},
  data: Health.properties.data,
  extras: { providers: Health.properties.providers },
}

/**
 * The endpoints as data, read from the routes themselves, so that a tool has the parameters and the answer of its route.
 * The routes are added to an app that only takes down what it is given.
 */
export const endpointsOf = (lookups: Lookups): readonly AskedEndpoint[] => {
  const endpoints: AskedEndpoint[] = []
  const app = {
    get: (path: string, { config: { about } }: RouteOptions, lookup: AskedEndpoint['lookup']): void => {
      endpoints.push({ ...about, path: path.slice(1), lookup })
    },
  }
  const answering = <Handler>(lookup: Handler): Handler => lookup
  type RouteDeps = Parameters<Route>
  for (const route of ROUTES) {
    route(app as unknown as RouteDeps[0], { lookups, answering: answering as unknown as RouteDeps[1]['answering'] })
  }
  return endpoints
}

/** What the tools are made of, wherever they ask. */
export const toolEndpoints = (): readonly ToolEndpoint[] => [...endpointsOf({} as Lookups), HEALTH_ENDPOINT]
