import type { FastifyInstance } from 'fastify'

/** A question worth asking in a sandbox, as a page of the console takes it. */
interface SampleQuestion {
  /** What a person clicks. */
  texto: string
  /** What there is to see. */
  nota: string
  pregunta: Readonly<Record<string, string>>
}

/** The questions of each page, by its path. */
export type Samples = Readonly<Record<string, readonly SampleQuestion[]>>

/** `/muestras.json`, in a sandbox alone: what to try. All of it is invented, so no key is asked for. */
export const registerSamples = (app: FastifyInstance, samples: Samples): void => {
  const options = { schema: { hide: true }, config: { endpoint: 'consola' } }
  app.get('/muestras.json', options, (_request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(samples))
  })
}
