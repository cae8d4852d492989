import type { FastifyInstance } from 'fastify'
import type { Certifier } from '../../certificates/certifier.ts'

/** A new key is soon seen by whoever keeps the set. */
const CACHE = 'public, max-age=60'

/** `/.well-known/jwks.json`: the public keys of certificates, old ones included, without credential. */
export const registerJwks = (app: FastifyInstance, certifier: Pick<Certifier, 'jwks'>): void => {
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, (request, reply) => {
    const { body, etag } = certifier.jwks()
    reply.header('cache-control', CACHE).header('etag', etag)
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known?.includes(etag)) return void reply.code(304).send()
    reply.type('application/json; charset=utf-8').send(body)
  })
}
