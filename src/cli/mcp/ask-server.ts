import { ChasquiError } from '../../client/index.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import type { Ask, Outcome } from '../../endpoints/shared/outcome.ts'
import { outcomeOfFailure } from '../../endpoints/shared/outcome.ts'
import { Failure } from '../../kernel/errors.ts'
import { clientAsker, openClient, type Server, withoutAnswer } from '../actions/ask-server.ts'

/** Puts the questions of tools to a running server, with its key, quota and limits. */
export const askServerAt = (server: Server): Ask => {
  const client = openClient(server, 'mcp')
  return async ({ path, query, signal }) => {
    try {
      const { meta, ...answer } = await clientAsker(client, path)(cleanQuery(query()), { signal })
      const { proveedor, fuentes, requestId } = meta
      const origins = fuentes.map(({ edicion, ...origin }) => ({
        ...origin,
        ...(edicion !== undefined && { edicion }),
      }))
      return { estado: 'ok', body: { ...answer, ...(proveedor && { proveedor }) }, fuentes: origins, requestId }
    } catch (error) {
      if (error instanceof ChasquiError) return outcomeOfError(error, server)
      return outcomeOfFailure(error instanceof Failure ? error : null)
    }
  }
}

const outcomeOfError = (error: ChasquiError, server: Server): Outcome => {
  const failure = withoutAnswer(error, server)
  if (failure) return outcomeOfFailure(failure)
  const { kind, codigo, message: mensaje, campo, reintentarEn, requestId } = error
  const facts = { codigo, mensaje, ...(campo !== undefined && { campo }) }
  if (kind === 'not-found') return { estado: 'no_encontrado', error: facts, requestId }
  return { estado: 'error', error: { ...facts, ...(reintentarEn !== undefined && { reintentarEn }) }, requestId }
}
